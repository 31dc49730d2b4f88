// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import Subprocess
package import SystemPackage

/// A failure to start a program through the helper process.
package struct ProgramFailure: LogSafeError, Codable, Hashable, CustomStringConvertible {
    /// Whether the program does not exist.
    var isMissing = false
    /// The system's error number; nil if it gave none.
    var number: Int32?
    /// The reason why the helper process can start nothing; nil if the fault is the program's.
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
    /// Keeps the kind and code of an error, which may be sent to another process.
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
