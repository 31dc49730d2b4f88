// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Base class of the triggers, which decide when a request fires. The class is Sendable: its objects never change.
nonisolated open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields {
        var repeats: Bool
        /// Next fire date of the agent's request; nil for a trigger that doesn't come from the center.
        var scheduledDate: Date?
        /// First fire date of a new request, in place of the first date of the trigger's rule; nil for the rule's date.
        var firstDate: Date?
        /// Date at which a request that waits for a place ends; nil for requests without an end and other triggers.
        var end: Date?
    }

    let fields: Fields

    public required init?(coder: NSCoder) {
        fields = coder.carried(Fields.self) ?? Fields(repeats: coder.boolean("repeats"))
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { coder.encode(repeats, forKey: "repeats") }

    /// True if the request fires again after each delivery.
    open var repeats: Bool { fields.repeats }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger, type(of: other) == type(of: self) else { return false }
        return other.fields.repeats == fields.repeats
    }

    open override var hash: Int { fields.repeats.hashValue }
}

/// The trigger of a remote notification; only the system creates such a trigger.
///
/// The class is Sendable because it has no fields of its own.
nonisolated open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
