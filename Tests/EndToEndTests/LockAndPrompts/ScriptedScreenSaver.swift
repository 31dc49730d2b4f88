// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Synchronization

/// A screensaver on a session bus, under one of the usual names.
final class ScriptedScreenSaver: Sendable {
    private let connection: Connection
    private let name: String
    private let path: ObjectPath
    private let isActive: Mutex<Bool>

    /// With `refuses` it replies as GNOME's proxy of the freedesktop name does.
    init(
        _ name: String, at path: ObjectPath, on address: String, isActive: Bool = false, refuses: Bool = false,
        loop: EventLoop
    ) async throws {
        connection = try Connection(to: .at(address), on: loop)
        self.name = name
        self.path = path
        self.isActive = Mutex(isActive)
        let xml = """
            <node><interface name="\(name)">
              <method name="GetActive"><arg name="active" type="b" direction="out"/></method>
            </interface></node>
            """
        let object = Object(interfaces: [try Interface(xml: xml)]) { [weak self] in
            if refuses { throw BusError(name: "org.freedesktop.DBus.Error.NotSupported", message: "") }
            return self?.isActive.withLock { $0 } ?? false
        }
        try await connection.export(object, at: path)
        _ = try await connection.requestName(name)
    }

    private struct Object: ExportedObject {
        let interfaces: [Interface]
        let value: @Sendable () throws -> Bool
        func answer(_ call: MethodCall) async throws -> [Value] { [.boolean(try value())] }
    }

    func lock(_ isActive: Bool) async throws {
        self.isActive.withLock { $0 = isActive }
        try await connection.send(
            Message.signal(path: path, interface: name, member: "ActiveChanged", arguments: [.boolean(isActive)]))
    }

    func leave() async { await connection.close() }
}
