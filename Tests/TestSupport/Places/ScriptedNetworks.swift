// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import EventLoop
internal import FoundationEssentials
internal import Glibc

/// NetworkManager with one Wi-Fi device on a private system bus, by python-dbusmock's template.
///
/// The template leaves out the steps of a connection and the device's `ActiveAccessPoint`; they are set here in the
/// order of the real NetworkManager, whose signals are those of `org.freedesktop.DBus.Properties`.
package actor ScriptedNetworks {
    /// The address of the system bus.
    package nonisolated let address: String
    private let folder: String
    private let connection: Connection
    private var process: AgentProcess?
    /// Number of the next access point and active connection.
    private var next = 1
    /// The connection that is active or becomes so.
    private var active: (path: ObjectPath, ssid: String, point: ObjectPath)?

    private static let name = "org.freedesktop.NetworkManager"
    private static let path: ObjectPath = "/org/freedesktop/NetworkManager"
    private static let device: ObjectPath = "/org/freedesktop/NetworkManager/Devices/wlan0"
    private static let mock = "org.freedesktop.DBus.Mock"
    private static let properties = "org.freedesktop.DBus.Properties"

    fileprivate init(on address: String, in folder: String, loop: EventLoop) throws {
        (self.address, self.folder) = (address, folder)
        connection = try Connection(to: .at(address), on: loop)
    }

    // MARK: - The process

    package var isRunning: Bool { process?.isAlive == true }

    /// Starts it, with no network.
    package func start() async throws {
        // dbusmock is a package of the system's Python.
        process = try AgentProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "networkmanager"],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address, "HOME": folder],
            log: folder + "/log")
        try await waitForStart()
        _ = try await ask("AddWiFiDevice", .string("wlan0"), .string("wlan0"), .int32(30))
        _ = try await ask(
            "AddProperty", of: Self.device, .string(Self.name + ".Device.Wireless"), .string("ActiveAccessPoint"),
            .variant(.objectPath("/")))
    }

    /// Waits until it has loaded its template, which is after it has its name.
    private func waitForStart() async throws {
        let (connection, log) = (connection, folder + "/log")
        guard let process else { return }
        try await withDeadline {
            while true {
                guard process.isAlive else {
                    let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                    throw AgentProcess.Failure(what: "NetworkManager's mock has ended: \(output.suffix(2000))")
                }
                if (try? await connection.call(Self.reading("Devices", of: Self.name, at: Self.path))) != nil { return }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Kills it.
    package func stop() async throws {
        process?.send(SIGKILL)
        _ = try await process?.end()
        (process, active) = (nil, nil)
        try await withDeadline { [connection] in
            while try await connection.owner(of: Self.name) != nil { try await yieldUntilDeadline() }
        }
    }

    fileprivate func leave() async {
        process?.send(SIGKILL)
        _ = try? await process?.end()
        await connection.close()
    }

    // MARK: - Networks

    /// Connects the machine to a network, after a former one is given up.
    package func connect(to ssid: String) async throws {
        try await begin(connectingTo: ssid)
        guard let active else { return }
        try await set("ActiveAccessPoint", of: ".Device.Wireless", at: Self.device, to: .objectPath(active.point))
        try await setState(2)
    }

    /// Begins to connect the machine to a network, as while it waits for an address.
    package func begin(connectingTo ssid: String) async throws {
        try await disconnect()
        let point = try await addAccessPoint(ssid)
        let number = take()
        let settings = try await ask(
            "AddWiFiConnection", .string(Self.device.rawValue), .string("c\(number)"), .string(ssid),
            .string("wpa-psk"))
        let path = try await ask(
            "AddActiveConnection", .strings([Self.device.rawValue]), .string(settings), .string(point.rawValue),
            .string("a\(number)"), .uint32(1))
        active = (try Self.objectPath(path), ssid, point)
    }

    /// Takes the network from the machine.
    package func disconnect() async throws {
        guard let active else { return }
        try await setState(3)
        try await set("ActiveAccessPoint", of: ".Device.Wireless", at: Self.device, to: .objectPath("/"))
        try await setState(4)
        self.active = nil
        _ = try await ask(
            "RemoveActiveConnection", .string(Self.device.rawValue), .string(active.path.rawValue))
        try await removeAccessPoint(active.point)
    }

    /// Moves the machine to another access point of its network; the first one then goes out of reach.
    ///
    /// `SpecificObject` keeps the first one, as with NetworkManager before it followed the machine.
    package func roam() async throws {
        guard let (path, ssid, point) = active else { return }
        let other = try await addAccessPoint(ssid)
        try await set("ActiveAccessPoint", of: ".Device.Wireless", at: Self.device, to: .objectPath(other))
        try await removeAccessPoint(point)
        active = (path, ssid, other)
    }

    private func take() -> Int {
        defer { next += 1 }
        return next
    }

    private func addAccessPoint(_ ssid: String) async throws -> ObjectPath {
        let number = take()
        let infrastructure: UInt32 = 2
        return try Self.objectPath(
            try await ask(
                "AddAccessPoint", .string(Self.device.rawValue), .string("p\(number)"), .string(ssid),
                .string("00:11:22:33:44:55"), .uint32(infrastructure), .uint32(2425), .uint32(54_000), .byte(80),
                .uint32(0x100)))
    }

    private func removeAccessPoint(_ path: ObjectPath) async throws {
        _ = try await ask("RemoveAccessPoint", .string(Self.device.rawValue), .string(path.rawValue))
    }

    /// Sets the state of the active connection (`NMActiveConnectionState`).
    private func setState(_ state: UInt32) async throws {
        guard let active else { return }
        try await set("State", of: ".Connection.Active", at: active.path, to: .uint32(state))
        _ = try await ask(
            "EmitSignal", of: active.path, .string(Self.name + ".Connection.Active"), .string("StateChanged"),
            .string("uu"), .array([.variant(.uint32(state)), .variant(.uint32(0))], of: .variant))
    }

    // MARK: - Calls

    /// Sets a property, of which the mock tells by a signal; its own `UpdateProperties` takes no object paths.
    private func set(_ property: String, of interface: String, at path: ObjectPath, to value: Value) async throws {
        _ = try await connection.call(
            .methodCall(
                destination: Self.name, path: path, interface: Self.properties, member: "Set",
                arguments: [.string(Self.name + interface), .string(property), .variant(value)]))
    }

    /// Calls a method of the mock; returns the path that it replies with.
    private func ask(
        _ member: String, of path: ObjectPath = ScriptedNetworks.path, _ arguments: Value...
    ) async throws -> String {
        try await connection.call(
            .methodCall(
                destination: Self.name, path: path, interface: Self.mock, member: member, arguments: arguments)
        ).arguments.first?.string ?? ""
    }

    private static func reading(_ property: String, of interface: String, at path: ObjectPath) -> Message {
        .methodCall(
            destination: name, path: path, interface: properties, member: "Get",
            arguments: [.string(interface), .string(property)], autoStart: false)
    }

    private static func objectPath(_ text: String) throws -> ObjectPath {
        guard let path = ObjectPath(rawValue: text) else {
            throw AgentProcess.Failure(what: "NetworkManager's mock replied with no path: \(text)")
        }
        return path
    }
}

/// Runs `body` with NetworkManager's mock, which `body` starts, on a private system bus.
package func withScriptedNetworks<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (ScriptedNetworks) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("networks")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = EventLoop.onOwnThread(named: "networks")
    defer { loop.stop() }
    return try await withPrivateBus { bus in
        let networks = try ScriptedNetworks(on: String(bus.prefix { $0 != "," }), in: folder, loop: loop)
        do {
            let result = try await body(networks)
            await networks.leave()
            return result
        } catch {
            await networks.leave()
            throw error
        }
    }
}
