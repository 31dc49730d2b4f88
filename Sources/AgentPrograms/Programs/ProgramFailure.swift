// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import Subprocess
package import SystemPackage

/// A program that was to be started outside could not be.
package struct ProgramFailure: LogSafeError, Codable, Hashable, CustomStringConvertible {
    /// Whether there is no such program.
    var isMissing = false
    /// What the system said; nil where it said nothing.
    var number: Int32?
    /// Why nothing at all is started outside; nil where the program is to blame.
    var reason: String?

    package init(isMissing: Bool = false, number: Int32? = nil, reason: String? = nil) {
        self.isMissing = isMissing
        self.number = number
        self.reason = reason
    }

    package var code: Errno? { number.map { Errno(rawValue: $0) } }

    package var description: String {
        let kind = reason ?? (isMissing ? "the program was not found" : "the program could not be run")
        return code.map { "\(kind): \($0)" } ?? kind
    }

    package var logSummary: String { description }
}

extension ProgramFailure {
    /// What can be told of an error to another process: its kind and its code.
    package init(_ error: any Error) {
        switch error {
        case let error as ProgramFailure: self = error
        case let error as SubprocessError:
            self.init(isMissing: error.code == .executableNotFound, number: error.underlyingError?.rawValue)
        case let error as Errno: self.init(number: error.rawValue)
        default: self.init()
        }
    }
}
