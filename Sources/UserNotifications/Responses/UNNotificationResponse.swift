// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The person's response to a notification.
///
/// It is Sendable because it never changes.
nonisolated open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var notification: UNNotification
        var actionIdentifier: String
        /// Token with which the application can raise its window; nil if the desktop gave none.
        var activationToken: String?
    }

    let fields: Fields

    /// Reads the keys `notification` and `actionIdentifier`; by default an empty one and the default action.
    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                notification: coder.object(UNNotification.self, "notification")
                    ?? UNNotification(
                        date: .now,
                        request: UNNotificationRequest(
                            identifier: "", content: UNNotificationContent(), trigger: nil)),
                actionIdentifier: coder.string("actionIdentifier") ?? UNNotificationDefaultActionIdentifier)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(notification, forKey: "notification")
        coder.encode(actionIdentifier, "actionIdentifier")
    }

    /// The notification that the person acted on.
    open var notification: UNNotification { fields.notification }

    /// The action's identifier, ``UNNotificationDefaultActionIdentifier`` or ``UNNotificationDismissActionIdentifier``.
    open var actionIdentifier: String { fields.actionIdentifier }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationResponse)?.fields == fields }

    open override var hash: Int { fields.hashValue }
}
