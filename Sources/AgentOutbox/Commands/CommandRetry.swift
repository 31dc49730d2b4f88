// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import Glibc
import Subprocess
import SystemPackage

/// Decides whether a command that could not be started is tried again, and when.
enum CommandRetry {
    /// Errors that pass: no room for files or processes, or a program that is being written.
    private static let passing: Set<Errno> = [
        .tooManyOpenFiles, .tooManyOpenFilesInSystem, .resourceTemporarilyUnavailable, .noMemory, .textFileBusy,
    ]
    /// Number of retries, which take half a minute in all.
    static let limit = 5

    /// Returns the pause before the next try; `attempt` is 0 for the first.
    ///
    /// Returns nil for an error that will not pass, and after the last retry.
    static func pause(after error: any Error, attempt: Int) -> Duration? {
        guard attempt < limit, let number = number(of: error), passing.contains(number) else { return nil }
        return .seconds(1 << attempt)
    }

    /// Whether the kernel had no room for the program's arguments and environment.
    static func isTooLong(_ error: any Error) -> Bool { number(of: error)?.rawValue == E2BIG }

    private static func number(of error: any Error) -> Errno? {
        if let failure = error as? SubprocessError { return failure.underlyingError }
        if let failure = error as? ProgramFailure { return failure.code }
        return error as? Errno
    }
}
