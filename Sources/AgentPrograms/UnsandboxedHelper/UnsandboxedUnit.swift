// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import SystemPackage

/// The helper process's systemd unit, which has no sandbox.
///
/// The unit is transient and private: only this agent has the other end of the process's standard input, a socket.
package enum UnsandboxedUnit {
    /// The only argument of a belfryd that runs as the helper process.
    package static let option = "--outside"

    /// The time limit for systemd's reply, and for the first message of the helper process.
    static let patience = Duration.seconds(10)

    /// Asks the user's systemd, on the session bus, to start the helper process with the given end of the socket.
    ///
    /// `number` distinguishes the unit from earlier helper units of this agent.
    ///
    /// - Throws: ``ProgramFailure``, `BusError`.
    static func start(_ socket: FileDescriptorHandle, number: Int, on connection: Connection) async throws {
        let words = [try ProgramPath.own(), option]
        let properties: [(String, Value)] = [
            // Without a description systemd would log the command line.
            ("Description", .string("Belfry helper process outside the agent's sandbox")),
            ("Type", .string("exec")),
            ("ExecStart", TransientUnit.command(words)),
            ("StandardInputFileDescriptor", .fileDescriptor(socket)),
            ("Slice", .string("session.slice")), ("CollectMode", .string("inactive-or-failed")),
            // Processes that the helper's programs left running outlive the unit, even after an out-of-memory kill.
            ("KillMode", .string("process")), ("OOMPolicy", .string("continue")),
        ]
        let name = "belfry-outside-\(getpid())-\(number).service"
        try await TransientUnit.start(name, properties, on: connection, timeout: patience)
    }
}
