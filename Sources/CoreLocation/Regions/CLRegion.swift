// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Base class of regions; ``CLCircularRegion`` is the only kind that a program can make.
///
/// A pending request that was not made by a Swift program may wait for Wi-Fi networks instead of a circle. The region
/// of such a request is of this class; a new request that is made with the region waits for the same networks.
///
/// The class is Sendable: a lock guards ``notifyOnEntry`` and ``notifyOnExit``, and the identifier never changes.
nonisolated open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private struct Notifies {
        var onEntry = true
        var onExit = true
    }

    private let name: String
    /// SSIDs of the networks of a place that has networks instead of a circle; nil for other regions.
    package let networks: [String]?
    private let lock = NSLock()
    private var notifies = Notifies()

    init(name: String, networks: [String]? = nil) {
        (self.name, self.networks) = (name, networks)
        super.init()
    }

    public required init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "identifier").map { "\($0)" } ?? ""
        // An unarchiver reports a missing key as a corrupt archive; other coders may not implement `containsValue`.
        let hasNetworks = (coder as? NSKeyedUnarchiver)?.containsValue(forKey: "networks") ?? true
        let archived = hasNetworks ? coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "networks") : nil
        networks = (archived as? [NSString])?.map { "\($0)" }
        notifies.onEntry = coder.decodeObject(of: NSNumber.self, forKey: "notifyOnEntry")?.boolValue ?? true
        notifies.onExit = coder.decodeObject(of: NSNumber.self, forKey: "notifyOnExit")?.boolValue ?? true
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "identifier")
        if let networks { coder.encode(NSArray(array: networks.map { NSString(string: $0) }), forKey: "networks") }
        coder.encode(NSNumber(value: notifyOnEntry), forKey: "notifyOnEntry")
        coder.encode(NSNumber(value: notifyOnExit), forKey: "notifyOnExit")
    }

    /// Unique name of the region within its application.
    open var identifier: String { name }

    /// True if the region's trigger fires on entry; true by default.
    open var notifyOnEntry: Bool {
        get { lock.withLock { notifies.onEntry } }
        set { lock.withLock { notifies.onEntry = newValue } }
    }

    /// True if the region's trigger fires on exit; true by default.
    open var notifyOnExit: Bool {
        get { lock.withLock { notifies.onExit } }
        set { lock.withLock { notifies.onExit = newValue } }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(name: name, networks: networks)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Compares the identifiers only.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLRegion)?.identifier == identifier }

    open override var hash: Int { identifier.hashValue }
}
