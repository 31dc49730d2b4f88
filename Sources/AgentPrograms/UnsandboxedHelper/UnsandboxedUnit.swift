// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc
import SystemPackage

/// The helper process's systemd unit, which has no sandbox.
///
/// The unit is transient and private: only this agent has the other end of its standard input, a socket.
package enum UnsandboxedUnit {
    /// The only argument of a belfryd that runs as the helper process.
    package static let option = "--outside"

    private static let manager = "org.freedesktop.systemd1"
    private static let patience = Duration.seconds(10)

    /// Asks the user's systemd, on the session bus, to start the helper process with its end of the socket.
    ///
    /// The number distinguishes the unit from earlier ones of this agent.
    ///
    /// - Throws: ``ProgramFailure``, `BusError`.
    static func start(_ socket: FileDescriptorHandle, number: Int, on connection: Connection) async throws {
        let mark = " (deleted)"
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw ProgramFailure(reason: "the agent can't read the path of its own program")
        }
        let program = link.hasSuffix(mark) ? String(link.dropLast(mark.count)) : link
        let words = Value.array([.string(program), .string(option)], of: .string)
        let start = Value.structure([.string(program), words, .boolean(false)])
        let properties: [(String, Value)] = [
            // Without a description systemd would log the command line.
            ("Description", .string("Belfry helper process outside the agent's sandbox")),
            ("Type", .string("exec")),
            ("ExecStart", .array([start], of: .structure([.string, .array(.string), .boolean]))),
            ("StandardInputFileDescriptor", .fileDescriptor(socket)),
            ("Slice", .string("session.slice")), ("CollectMode", .string("inactive-or-failed")),
            // Programs that a command left running outlive the unit; an out-of-memory kill must not end them either.
            ("KillMode", .string("process")), ("OOMPolicy", .string("continue")),
        ]
        let property = SingleType.structure([.string, .variant])
        let message = Message.methodCall(
            destination: manager, path: "/org/freedesktop/systemd1", interface: "\(manager).Manager",
            member: "StartTransientUnit",
            arguments: [
                .string("belfry-outside-\(getpid())-\(number).service"), .string("fail"),
                .array(properties.map { .structure([.string($0.0), .variant($0.1)]) }, of: property),
                .array([], of: .structure([.string, .array(property)])),
            ], autoStart: false)
        _ = try await connection.call(message, timeout: patience)
    }
}
