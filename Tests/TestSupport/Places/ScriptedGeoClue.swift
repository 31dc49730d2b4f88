// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
package import EventLoop
package import FoundationEssentials
internal import Synchronization

/// GeoClue on a private system bus: it gives each started client the position that the test sets.
package final class ScriptedGeoClue: Sendable {
    /// The manner in which it treats new clients.
    package enum Manner: Sendable {
        case usual
        /// `GetClient` is never answered, as without a GeoClue agent.
        case silent
        /// `Start` is refused with a message.
        case refusing(String)
        /// A location's object is gone before anybody can read it.
        case forgetful
    }

    /// A position on a globe whose middle of the map is 52° N, 13° E.
    package struct Position: Sendable {
        /// Metres to the north of the middle of the map.
        package var north: Double
        package var accuracy: Double
        /// Seconds by which the position is old when it is told.
        package var age: Double

        package static let latitude = 52.0
        package static let longitude = 13.0

        package init(north: Double, accuracy: Double = 15, age: Double = 0) {
            (self.north, self.accuracy, self.age) = (north, accuracy, age)
        }
    }

    private struct Client: Sendable {
        var isStarted = false
        var location: ObjectPath = "/"
        var settings: [String: Value] = [:]
    }

    private struct State: Sendable {
        var manner = Manner.usual
        var position: (position: Position, date: Date)?
        var clients: [ObjectPath: Client] = [:]
        var locations: [ObjectPath: [String: Value]] = [:]
        var count = 0
        /// The accuracy levels at which a client was started, in order.
        var starts: [UInt32] = []
    }

    package let address: String
    private let connection: Connection
    private let state = Mutex(State())
    /// A line for each step: `create`, `start LEVEL`, `stop`, `delete`.
    package let steps = Mailbox<String>()

    private static let root = "/org/freedesktop/GeoClue2"

    package init(on address: String, loop: EventLoop) async throws {
        self.address = address
        connection = try Connection(to: .at(address), on: loop)
        try await connection.export(try ManagerObject(self), at: path("Manager"))
        _ = try await connection.requestName("org.freedesktop.GeoClue2")
    }

    private func path(_ name: String) -> ObjectPath { ObjectPath(rawValue: "\(Self.root)/\(name)") ?? "/" }

    // MARK: - The test's side

    package func become(_ manner: Manner) { state.withLock { $0.manner = manner } }

    /// Ends all clients, as GeoClue does when their program leaves the bus.
    package func endClients() async {
        for client in state.withLock({ $0.clients.keys.sorted { $0.rawValue < $1.rawValue } }) { await delete(client) }
    }

    /// The number of clients that exist.
    package var clients: Int { state.withLock { $0.clients.count } }

    /// The number of clients that are started.
    package var started: Int { state.withLock { $0.clients.values.count(where: \.isStarted) } }

    /// Whether a client is started for positions all the time, as near a border, and not for a single one.
    package var isFollowed: Bool {
        state.withLock { state in
            state.clients.values.contains { $0.isStarted && ($0.settings["TimeThreshold"]?.int ?? 0) > 0 }
        }
    }

    /// The accuracy levels at which a client was started, in order.
    package var starts: [UInt32] { state.withLock { $0.starts } }

    /// Sets the position, and tells the started clients; `date` is the test's present date.
    ///
    /// With `silently` the location's properties change without the signal `LocationUpdated`, as in version 2.5.7.
    package func move(to position: Position, at date: Date, silently: Bool = false) async throws {
        let started = state.withLock { state in
            state.position = (position, date)
            return state.clients.filter(\.value.isStarted).map { ($0.key, $0.value.location) }
        }
        for (client, location) in started {
            guard silently, location != "/" else {
                try await tell(client)
                continue
            }
            state.withLock { $0.locations[location] = Self.properties(position, date) }
            try await connection.send(
                .propertiesChanged(
                    Self.properties(position, date), of: "org.freedesktop.GeoClue2.Location", at: location))
        }
    }

    package func leave() async { await connection.close() }

    // MARK: - The agent's side

    private static func properties(_ position: Position, _ date: Date) -> [String: Value] {
        let stamp = UInt64(max(0, date.timeIntervalSince1970 - position.age))
        return [
            "Latitude": .double(Position.latitude + position.north / 111_195), "Longitude": .double(Position.longitude),
            "Accuracy": .double(position.accuracy), "Altitude": .double(-.greatestFiniteMagnitude),
            "Speed": .double(-1), "Heading": .double(-1), "Description": .string("the test"),
            "Timestamp": .structure([.uint64(stamp), .uint64(0)]),
        ]
    }

    /// Makes a new location, and tells a client of it.
    private func tell(_ client: ObjectPath) async throws {
        let told = state.withLock { state -> (old: ObjectPath, new: ObjectPath, isGone: Bool)? in
            guard let (position, date) = state.position, let old = state.clients[client]?.location else { return nil }
            state.count += 1
            let new = ObjectPath(rawValue: "\(client)/Location/\(state.count)") ?? "/"
            state.clients[client]?.location = new
            state.locations[new] = Self.properties(position, date)
            if case .forgetful = state.manner { return (old, new, true) }
            return (old, new, false)
        }
        guard let told else { return }
        if !told.isGone { try await connection.export(try LocationObject(self, told.new), at: told.new) }
        try await connection.send(
            .signal(
                path: client, interface: "org.freedesktop.GeoClue2.Client", member: "LocationUpdated",
                arguments: [.objectPath(told.old), .objectPath(told.new)]))
    }

    fileprivate func create() async throws -> ObjectPath {
        if case .silent = state.withLock({ $0.manner }) {
            steps.put("create")
            // The call is answered when the test's bus ends.
            while true { try await Task.sleep(for: .seconds(3600)) }
        }
        // GeoClue gives each program one client.
        if let client = state.withLock({ $0.clients.keys.first }) { return client }
        let client = state.withLock { state in
            state.count += 1
            let path = path("Client/\(state.count)")
            state.clients[path] = Client()
            return path
        }
        try await connection.export(try ClientObject(self, client), at: client)
        steps.put("create")
        return client
    }

    fileprivate func delete(_ client: ObjectPath) async {
        await connection.unexport(at: client)
        state.withLock { $0.clients[client] = nil }
        steps.put("delete")
    }

    fileprivate func start(_ client: ObjectPath) async throws {
        let (manner, level) = state.withLock { state in
            let level = state.clients[client]?.settings["RequestedAccuracyLevel"]?.int ?? 0
            return (state.manner, UInt32(level))
        }
        if case .refusing(let message) = manner { throw BusError.accessDenied(message) }
        state.withLock { state in
            state.clients[client]?.isStarted = true
            state.starts.append(level)
        }
        steps.put("start \(level)")
        try await tell(client)
    }

    fileprivate func stop(_ client: ObjectPath) {
        state.withLock { $0.clients[client]?.isStarted = false }
        steps.put("stop")
    }

    fileprivate func set(_ name: String, of client: ObjectPath, to value: Value) {
        state.withLock { $0.clients[client]?.settings[name] = value.unwrapped }
    }

    fileprivate func location(_ path: ObjectPath) -> [String: Value] { state.withLock { $0.locations[path] ?? [:] } }
}

/// `org.freedesktop.GeoClue2.Manager`.
private struct ManagerObject: ExportedObject {
    let interfaces: [Interface]
    let geoClue: ScriptedGeoClue

    init(_ geoClue: ScriptedGeoClue) throws {
        self.geoClue = geoClue
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="org.freedesktop.GeoClue2.Manager">
                      <method name="GetClient"><arg name="client" type="o" direction="out"/></method>
                      <method name="DeleteClient"><arg name="client" type="o" direction="in"/></method>
                      <property name="AvailableAccuracyLevel" type="u" access="read"/>
                    </interface></node>
                    """)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        if call.member == "GetClient" {
            call.letNextCallsPass()
            return [.objectPath(try await geoClue.create())]
        }
        if case .objectPath(let client)? = call.arguments.first { await geoClue.delete(client) }
        return []
    }

    func property(_ name: String, of interface: String) async throws -> Value { .uint32(8) }
}

/// `org.freedesktop.GeoClue2.Client`.
private struct ClientObject: ExportedObject {
    let interfaces: [Interface]
    let geoClue: ScriptedGeoClue
    let path: ObjectPath

    init(_ geoClue: ScriptedGeoClue, _ path: ObjectPath) throws {
        (self.geoClue, self.path) = (geoClue, path)
        interfaces = [
            try Interface(
                xml: """
                    <node><interface name="org.freedesktop.GeoClue2.Client">
                      <method name="Start"/><method name="Stop"/>
                      <property name="DesktopId" type="s" access="readwrite"/>
                      <property name="RequestedAccuracyLevel" type="u" access="readwrite"/>
                      <property name="TimeThreshold" type="u" access="readwrite"/>
                      <property name="DistanceThreshold" type="u" access="readwrite"/>
                      <signal name="LocationUpdated"><arg name="old" type="o"/><arg name="new" type="o"/></signal>
                    </interface></node>
                    """)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        if call.member == "Start" { try await geoClue.start(path) } else { geoClue.stop(path) }
        return []
    }

    func property(_ name: String, of interface: String) async throws -> Value { .uint32(0) }

    func setProperty(_ name: String, of interface: String, to value: Value) async throws {
        geoClue.set(name, of: path, to: value)
    }
}

/// `org.freedesktop.GeoClue2.Location`.
private struct LocationObject: ExportedObject {
    let interfaces: [Interface]
    let geoClue: ScriptedGeoClue
    let path: ObjectPath

    init(_ geoClue: ScriptedGeoClue, _ path: ObjectPath) throws {
        (self.geoClue, self.path) = (geoClue, path)
        let properties = [
            ("Latitude", "d"), ("Longitude", "d"), ("Accuracy", "d"), ("Altitude", "d"), ("Speed", "d"),
            ("Heading", "d"), ("Description", "s"), ("Timestamp", "(tt)"),
        ].map { #"<property name="\#($0.0)" type="\#($0.1)" access="read"/>"# }
        let xml = properties.joined()
        interfaces = [
            try Interface(xml: #"<node><interface name="org.freedesktop.GeoClue2.Location">\#(xml)</interface></node>"#)
        ]
    }

    func answer(_ call: MethodCall) async throws -> [Value] { [] }

    func property(_ name: String, of interface: String) async throws -> Value {
        guard let value = geoClue.location(path)[name] else { throw BusError.unknownObject(path) }
        return value
    }
}
