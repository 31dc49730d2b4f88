// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLocation
import AgentMachine
import DBus
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

/// The methods about places, and about the permission to use the person's location.
struct PlaceService: Sendable {
    let location: LocationService
    let signals: LocationSignals
    let store: NotificationStore
    let clock: any WallClock

    // MARK: - Places

    /// Stores a place of the person, whose area may be the present position or the present Wi-Fi network.
    ///
    /// - Returns: The place as it was stored, with `notes`.
    /// - Throws: ``Triggers/Refusal``; `AccessDenied` to a sandboxed caller.
    func set(
        _ place: Value, _ options: Value, _ gate: CallerGate, for caller: Caller
    ) async throws -> [String: Value] {
        try Self.check(caller, "name places")
        let options = try DictionaryCoding.decode(PlaceOptions.self, from: options)
        let app = try gate.application(options.app, of: caller, allowsAll: false)
        let draft = try DictionaryCoding.decode(PlaceDraft.self, from: place)
        var region = draft.region
        var notes: [String] = []
        switch (options.here, options.network) {
        case (true, true): throw Refusal.invalidRequest("here and network are true; one of them must be false")
        case (true, false): region.area = .circle(try await here(options, notes: &notes, for: app))
        case (false, true): region.area = .networks(try await presentNetworks())
        case (false, false):
            guard !draft.isReference else {
                throw Refusal.invalidTrigger(
                    "place has only a name; it must have latitude, longitude and radius, or networks")
            }
        }
        guard draft.isReference || !options.here && !options.network else {
            throw Refusal.invalidRequest("place has an area; leave it out with here or network")
        }
        (region.notifyOnEntry, region.notifyOnExit) = (true, true)
        try region.validate("place")
        if let note = region.widen() { notes.append(note) }
        try await store.setPlace(region)
        return try Self.properties(of: region).merging(["notes": .strings(notes)]) { $1 }
    }

    /// Returns a circle around the present position, whose radius is at least the position's inaccuracy.
    private func here(_ options: PlaceOptions, notes: inout [String], for app: String) async throws -> Circle {
        try await checkPermission(of: app)
        let (fix, trouble) = await location.look(within: .seconds(options.wait))
        guard let fix, fix.isFresh(at: clock.now) else {
            throw Refusal(.noSuchRequest, "the position is not known: \((trouble ?? .noFix).sentence)")
        }
        let radius = options.radius ?? Self.usualRadius
        guard fix.accuracy > radius else { return Circle(center: fix.coordinate, radius: radius) }
        guard fix.accuracy <= Self.coarsest else {
            throw Refusal(
                .noSuchRequest,
                "the position is known to \(Int(fix.accuracy)) m only, which is too coarse for a place; name a Wi-Fi network "
                    + "instead")
        }
        notes.append("The position is known to \(Int(fix.accuracy)) m only, so that is the radius.")
        return Circle(center: fix.coordinate, radius: fix.accuracy)
    }

    /// Radius in metres of a place for which the caller gives no radius.
    private static let usualRadius = 150.0
    /// The greatest inaccuracy, in metres, of a position that becomes a place.
    private static let coarsest = 2_000.0

    private func presentNetworks() async throws -> [String] {
        let names = await location.presentNetworks()
        guard let names else {
            throw Refusal(.noSuchRequest, "the Wi-Fi network is not known: NetworkManager does not run")
        }
        guard !names.isEmpty else {
            throw Refusal(.noSuchRequest, "the Wi-Fi network is not known: this machine is connected to none")
        }
        return names.sorted()
    }

    /// Returns the person's places, by name.
    func list(for caller: Caller) async throws -> [[String: Value]] {
        try Self.check(caller, "list places")
        return try await store.places().values.sorted { $0.identifier < $1.identifier }.map(Self.properties)
    }

    /// Deletes a place of the person; returns false if no place had that name.
    func remove(_ name: String, for caller: Caller) async throws -> Bool {
        try Self.check(caller, "remove places")
        return try await store.removePlace(name)
    }

    // MARK: - The position

    /// Returns the last position, and the places that requests wait for: the `belfry` command gets the places of all
    /// requests, an application the places of its own requests.
    ///
    /// - Throws: ``Triggers/Refusal`` `notAuthorized` unless the person has allowed the application to use the location.
    func location(_ options: Value, of app: String, for caller: Caller) async throws -> [String: Value] {
        let options = try DictionaryCoding.decode(PositionOptions.self, from: options)
        try await checkPermission(of: app)
        let (fix, trouble) =
            options.wait > 0 ? await location.look(within: .seconds(options.wait)) : await location.position
        var answer = fix?.properties ?? [:]
        if let region = options.region, let side = await location.side(of: region) {
            answer["inside"] = .boolean(side == .inside)
        }
        if let trouble { answer["trouble"] = .string(trouble.sentence) }
        let isForAll = app == AgentNames.commandLineApplication && !caller.isSandboxed
        let fences = await location.fences.filter { isForAll || $0.app == app }
        answer["fences"] = .dictionaries(try fences.map { try Self.properties(of: $0, fix) })
        return answer
    }

    private static func properties(of fence: Fence, _ fix: Fix?) throws -> [String: Value] {
        var row: [String: Value] = [
            "app": .string(fence.app), "identifier": .string(fence.identifier),
            "region": .properties(try properties(of: fence.region)), "text": .string(fence.region.text),
        ]
        if let side = fence.state.side { row["inside"] = .boolean(side == .inside) }
        if let seen = fence.state.seen { row["seenUnix"] = .double(seen.timeIntervalSince1970) }
        if let fix, let circle = fence.region.circle {
            row["distance"] = .double(fix.coordinate.distance(to: circle.center))
        }
        return row
    }

    private static func properties(of region: Region) throws -> [String: Value] {
        try DictionaryCoding.properties(of: region)
    }

    // MARK: - Permissions

    func permissions(for caller: Caller) async throws -> [[String: Value]] {
        try Self.check(caller, "list permissions")
        return try await store.locationPermissions().sorted { $0.key < $1.key }.map { app, permission in
            ["app": .string(app), "permission": .string(permission.answer.rawValue)]
        }
    }

    /// Stores the person's decision whether an application may use the location.
    func decide(_ word: String, of app: String, for caller: Caller) async throws {
        try Self.check(caller, "decide about the location")
        guard let answer = LocationPermission.Answer(rawValue: word) else {
            let words = LocationPermission.Answer.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal.invalidRequest("permission is \"\(word)\"; it must be one of \(words)")
        }
        try await location.decide(answer, of: app)
    }

    /// Refuses an application that may not use the location; a person who has not decided about the application is
    /// asked, at most once a day.
    private func checkPermission(of app: String) async throws {
        let answer = await location.permission(of: app)
        guard answer != .allowed else { return }
        await location.ask(about: app)
        let state = answer == .denied ? "you have not allowed it" : "you have not decided about it yet"
        throw Refusal.notAuthorized("\(app) may not use your location: \(state) (belfry location allow \(app))")
    }

    private static func check(_ caller: Caller, _ purpose: String) throws {
        guard caller.isSandboxed else { return }
        throw BusError.accessDenied("\(caller.app) is sandboxed and may not \(purpose).")
    }
}

/// The options of `SetPlace`.
private struct PlaceOptions: Hashable, KeyCoded {
    /// The application that uses the position; empty for the calling application.
    var app = ""
    /// Whether the place is where the machine is now.
    var here = false
    /// Whether the place is recognized by the Wi-Fi networks to which the machine is connected now.
    var network = false
    /// The radius in metres of a place at the present position; nil for the usual radius.
    var radius: Double?
    /// Longest wait in seconds for the position.
    var wait = 60.0

    static let blank = PlaceOptions()
    static let codedKeys: CodedKeys<PlaceOptions> = [
        .value("app", \.app), .value("here", \.here), .value("network", \.network), .optional("radius", \.radius),
        .value("wait", \.wait),
    ]

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        try PositionOptions.check(wait)
        if let radius { try Circle(center: Coordinate(latitude: 0, longitude: 0), radius: radius).validate("options") }
    }

    init() {}
}

/// The options of `Location`.
private struct PositionOptions: Hashable, KeyCoded {
    /// Longest wait in seconds for a new position; 0 means that the last known position is returned.
    var wait = 0.0
    /// A place to compare the position with.
    var region: Region?

    static let blank = PositionOptions()
    static let codedKeys: CodedKeys<PositionOptions> = [.value("wait", \.wait), .optional("region", \.region)]

    init(from decoder: any Decoder) throws {
        try self.init(codedKeysOf: decoder)
        try Self.check(wait)
        try region?.validate("options.region")
    }

    init() {}

    static func check(_ wait: Double) throws(Refusal) {
        guard !(0...120).contains(wait) else { return }
        throw .invalidRequest("wait is \(wait); it must be from 0 to 120 seconds")
    }
}
