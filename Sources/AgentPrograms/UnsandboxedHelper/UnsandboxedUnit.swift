// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc
import SystemPackage

/// The unit of the half outside: nothing of the agent's own unit holds in it.
///
/// Transient, and known to nobody else: its standard input is a socket whose other end only this agent has.
package enum UnsandboxedUnit {
    /// The only argument of a belfryd that is to be the half outside.
    package static let option = "--outside"

    private static let manager = "org.freedesktop.systemd1"
    private static let patience = Duration.seconds(10)

    /// Has the user's systemd start it.
    ///
    /// - Parameters:
    ///   - socket: Its end of the socket.
    ///   - number: Tells it from earlier ones of this agent.
    ///   - connection: The session's bus.
    /// - Throws: ``ProgramFailure``, `BusError`.
    static func start(_ socket: FileDescriptorHandle, number: Int, on connection: Connection) async throws {
        let mark = " (deleted)"
        guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw ProgramFailure(reason: "the agent does not know its own program")
        }
        let program = link.hasSuffix(mark) ? String(link.dropLast(mark.count)) : link
        let words = Value.array([.string(program), .string(option)], of: .string)
        let start = Value.structure([.string(program), words, .boolean(false)])
        let properties: [(String, Value)] = [
            // Else it would be the command line, which is in the journal.
            ("Description", .string("Belfry, what its agent does outside of its sandbox")),
            ("Type", .string("exec")),
            ("ExecStart", .array([start], of: .structure([.string, .array(.string), .boolean]))),
            ("StandardInputFileDescriptor", .fileDescriptor(socket)),
            ("Slice", .string("session.slice")), ("CollectMode", .string("inactive-or-failed")),
            // What a command has left running is the person's, and stays; nor does what takes too much memory take it along.
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
