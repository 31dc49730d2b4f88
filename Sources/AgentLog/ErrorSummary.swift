// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import NotificationStore
import Subprocess
import SystemPackage
import Triggers

/// An error that may be logged whole: it quotes no notification text, command or typed words.
package protocol LogSafeError: Error {
    var logSummary: String { get }
}

/// A summary of an error for the log: its kind and its code.
///
/// The error's own text is logged only where Belfry wrote it. Other text may quote a title, a command or typed words.
package struct ErrorSummary: CustomStringConvertible {
    private let error: any Error

    package init(_ error: any Error) { self.error = error }

    package var description: String {
        switch error {
        case let error as BusError: error.name
        case let error as Refusal: error.code.rawValue
        // Belfry wrote the sentences of a `StoreError`, which quote no value.
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
