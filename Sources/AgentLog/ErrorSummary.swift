// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationStore
import Subprocess
import SystemPackage
import Triggers

/// An error whose words may be in the log: none of them is a notification's text, a command or what a person typed.
package protocol LogSafeError: Error {
    /// One line without a line break.
    var logSummary: String { get }
}

/// What the log may say of an error: its kind and its code.
///
/// Never its words where somebody else chose them: they may quote a title, a command or what a person typed.
package struct ErrorSummary: CustomStringConvertible {
    private let error: any Error

    package init(_ error: any Error) { self.error = error }

    package var description: String {
        switch error {
        case let error as BusError: error.name
        case let error as Refusal: error.code.rawValue
        // Its sentences are ours, and name no value.
        case let error as StoreError: "\(error)"
        case let error as EventLoopError: "\(error)"
        case let error as Errno: "\(error)"
        case let error as any LogSafeError: error.logSummary
        case let error as SubprocessError: Self.words(for: error)
        default: "\(type(of: error))"
        }
    }

    private static func words(for error: SubprocessError) -> String {
        let kind = error.code == .executableNotFound ? "the program was not found" : "the program could not be run"
        return error.underlyingError.map { "\(kind): \($0)" } ?? kind
    }
}
