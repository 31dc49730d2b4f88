// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Base class of regions; ``CLCircularRegion`` is the only kind.
///
/// The class is Sendable: a lock guards ``notifyOnEntry`` and ``notifyOnExit``, and the identifier never changes.
nonisolated open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private struct Notifies {
        var onEntry = true
        var onExit = true
    }

    private let name: String
    private let lock = NSLock()
    private var notifies = Notifies()

    init(name: String) {
        self.name = name
        super.init()
    }

    public required init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "identifier").map { "\($0)" } ?? ""
        notifies.onEntry = coder.decodeObject(of: NSNumber.self, forKey: "notifyOnEntry")?.boolValue ?? true
        notifies.onExit = coder.decodeObject(of: NSNumber.self, forKey: "notifyOnExit")?.boolValue ?? true
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "identifier")
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
        let copy = CLRegion(name: name)
        copy.notifyOnEntry = notifyOnEntry
        copy.notifyOnExit = notifyOnExit
        return copy
    }

    /// Compares the identifiers only.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CLRegion)?.identifier == identifier }

    open override var hash: Int { identifier.hashValue }
}
