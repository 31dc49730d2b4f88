// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A place at which a request fires when the person arrives or leaves (`CLRegion`).
package struct Region: Hashable, Sendable {
    /// The way in which the place is recognized.
    package enum Area: Hashable, Sendable {
        /// The person is there if the machine is within the circle.
        case circle(Circle)
        /// The person is there if the machine is connected to one of these Wi-Fi networks, named by their SSIDs.
        case networks([String])
    }

    /// The name of the place, which the person sees, too.
    package var identifier: String
    package var area: Area
    /// Whether the request fires on arrival.
    package var notifyOnEntry: Bool
    /// Whether the request fires on leaving.
    package var notifyOnExit: Bool

    package init(identifier: String, area: Area, notifyOnEntry: Bool = true, notifyOnExit: Bool = true) {
        (self.identifier, self.area, self.notifyOnEntry) = (identifier, area, notifyOnEntry)
        self.notifyOnExit = notifyOnExit
    }

    /// Largest size of ``identifier`` in UTF-8 bytes.
    package static let longestIdentifier = 256
    /// Largest number of networks by which a place is recognized.
    package static let mostNetworks = 16
    /// Largest size of a network's SSID in bytes (IEEE 802.11).
    package static let longestNetwork = 32

    /// The circle; nil for a place that is recognized by its networks.
    package var circle: Circle? { if case .circle(let circle) = area { circle } else { nil } }

    /// The networks; nil for a place that is a circle.
    package var networks: [String]? { if case .networks(let names) = area { names } else { nil } }

    /// The region with its name only, which tells nobody where the place is.
    package var named: Region {
        Region(
            identifier: identifier, area: .networks([]), notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
    }

    /// Whether the region has only a name, as in an export without places.
    package var hasNameOnly: Bool { networks?.isEmpty == true }

    /// Checks the region's name, its place, and that it fires on arrival or on leaving; a refusal names the region's
    /// dictionary by `key`.
    package func validate(_ key: String = "region") throws(Refusal) {
        try Self.check(identifier, "\(key).identifier", atMost: Self.longestIdentifier)
        switch area {
        case .circle(let circle): try circle.validate(key)
        case .networks(let names):
            guard !names.isEmpty, names.count <= Self.mostNetworks else {
                throw .invalidTrigger("\(key).networks has \(names.count) names; it must have from 1 to 16")
            }
            for name in names { try Self.check(name, "\(key).networks", atMost: Self.longestNetwork) }
        }
        guard notifyOnEntry || notifyOnExit else {
            throw .invalidTrigger("\(key).notifyOnEntry and \(key).notifyOnExit are false; one of them must be true")
        }
    }

    private static func check(_ text: String, _ key: String, atMost limit: Int) throws(Refusal) {
        guard !text.isEmpty else { throw .invalidTrigger("\(key) is empty; it must be a name") }
        guard text.utf8.count <= limit else {
            throw .contentTooLarge("\(key) is \(text.utf8.count) bytes; the limit is \(limit)")
        }
        guard !text.utf8.contains(0) else { throw .invalidTrigger("\(key) contains the character U+0000") }
    }

    /// The condition in words, such as `when you arrive at home`.
    package var text: String {
        switch (notifyOnEntry, notifyOnExit) {
        case (true, false): "when you arrive at \(identifier)"
        case (false, true): "when you leave \(identifier)"
        default: "when you arrive at or leave \(identifier)"
        }
    }
}

extension Region: KeyCoded {
    package static let blank = Region(identifier: "", area: .networks([]))

    /// The keys of the D-Bus interface and of the store.
    package static let codedKeys: CodedKeys<Region> = [
        .value("identifier", \.identifier, isKept: true), .optional("latitude", \.latitude),
        .optional("longitude", \.longitude), .optional("radius", \.radius), .optional("networks", \.names),
        .value("notifyOnEntry", \.notifyOnEntry), .value("notifyOnExit", \.notifyOnExit),
    ]

    /// Keys that say where the place is; a reference to a place that the person has named has none of them.
    package static let areaKeys: Set = ["latitude", "longitude", "radius", "networks"]

    /// Reads a region.
    ///
    /// - Throws: `DecodingError`, which names an unknown or mistyped key; ``Refusal`` for a region that is neither a whole
    ///   circle nor a list of networks. ``validate(_:)`` checks ranges.
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: NamedKey.self).allKeys.map(\.stringValue)
        let given = Self.areaKeys.intersection(keys)
        guard given == ["networks"] || given == ["latitude", "longitude", "radius"] else {
            throw Refusal.invalidTrigger(
                "region has \(given.isEmpty ? "no place" : given.sorted().joined(separator: " and ")); "
                    + "it must have latitude, longitude and radius, or networks")
        }
        try self.init(codedKeysOf: decoder)
    }

    // `area` is one value, but has several keys in a dictionary, which are read and written one by one.
    private var latitude: Double? {
        get { circle?.center.latitude }
        set { change { $0.center.latitude = newValue ?? 0 } }
    }
    private var longitude: Double? {
        get { circle?.center.longitude }
        set { change { $0.center.longitude = newValue ?? 0 } }
    }
    private var radius: Double? {
        get { circle?.radius }
        set { change { $0.radius = newValue ?? 0 } }
    }
    private var names: [String]? {
        get { networks }
        set { area = .networks(newValue ?? []) }
    }

    private mutating func change(_ body: (inout Circle) -> Void) {
        var circle = circle ?? Circle(center: Coordinate(latitude: 0, longitude: 0), radius: 0)
        body(&circle)
        area = .circle(circle)
    }
}
