// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import TestSupport

/// The user's systemd with the methods that the agent calls: it starts a transient unit with a socket as its standard
/// input.
///
/// Its units are confined no more than the test; packaging/test-unit tests the real systemd and a real sandbox.
final class ScriptedSystemd: ExportedObject {
    let interfaces: [Interface]
    /// The process numbers of the started helper processes, in order.
    let processes = Mailbox<Int32>()
    /// The process numbers of the started guards of extensions, in order.
    let guards = Mailbox<Int32>()
    private let connection: Connection
    private let startsExtensions: Bool

    private static let name = "org.freedesktop.systemd1"

    /// The interface of systemd's manager, with the methods that the agent calls.
    static func manager() throws -> Interface {
        try Interface(
            xml: """
                <node><interface name="\(name).Manager">
                  <method name="StartTransientUnit">
                    <arg name="name" type="s" direction="in"/><arg name="mode" type="s" direction="in"/>
                    <arg name="properties" type="a(sv)" direction="in"/>
                    <arg name="aux" type="a(sa(sv))" direction="in"/><arg name="job" type="o" direction="out"/>
                  </method>
                </interface></node>
                """)
    }

    private init(_ connection: Connection, startsExtensions: Bool) throws {
        self.connection = connection
        self.startsExtensions = startsExtensions
        interfaces = [try Self.manager()]
    }

    /// Connects to the bus, and owns systemd's name. It may refuse the units of extensions.
    static func start(
        on address: String, loop: EventLoop, startsExtensions: Bool = true
    ) async throws -> ScriptedSystemd {
        let connection = try Connection(to: .at(address), on: loop)
        let systemd = try ScriptedSystemd(connection, startsExtensions: startsExtensions)
        try await connection.export(systemd, at: "/org/freedesktop/systemd1")
        _ = try await connection.requestName(name)
        return systemd
    }

    func leave() async { await connection.close() }

    /// Reaps ended processes, as systemd does. An exit test looks for its own child among the ended processes, and
    /// would not find it behind one that was not reaped.
    private static func reap(_ process: Int32) {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { number in
                waitpid(Int32(Int(bitPattern: number)), nil, 0)
                return nil
            }, UnsafeMutableRawPointer(bitPattern: Int(process)))
        pthread_detach(thread)
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        guard call.arguments.count == 4, case .array(let fields, _) = call.arguments[2] else {
            throw BusError.invalidArguments("no unit")
        }
        var properties: [String: Value] = [:]
        for case .structure(let pair) in fields {
            if pair.count == 2, let name = pair[0].string, case .variant(let value) = pair[1] {
                properties[name] = value
            }
        }
        guard case .array(let commands, _)? = properties["ExecStart"],
            case .structure(let command)? = commands.first, command.count == 3, let words = command[1].strings,
            case .fileDescriptor(let socket)? = properties["StandardInputFileDescriptor"]
        else { throw BusError.invalidArguments("nothing to start") }
        let isExtension = call.arguments[0].string?.hasPrefix("belfry-extension-") == true
        guard startsExtensions || !isExtension else { throw BusError.accessDenied("no extensions") }
        var descriptors: [Int32: Int32] = [0: socket.rawValue]
        for (number, name) in [(1, "Output"), (2, "Error")] {
            guard case .fileDescriptor(let file)? = properties["Standard\(name)FileDescriptor"] else { continue }
            descriptors[Int32(number)] = file.rawValue
        }
        let process = try spawn(words, descriptors: descriptors)
        Self.reap(process)
        (isExtension ? guards : processes).put(process)
        return [.objectPath("/org/freedesktop/systemd1/job/1")]
    }
}
