// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A delivered request, which only the system creates. The class is Sendable because its objects never change.
nonisolated open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var date: Date
        var request: UNNotificationRequest
    }

    private let fields: Fields

    /// Reads the archive's keys `date` and `request`; their defaults are the current date and an empty request.
    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                date: coder.object([NSDate.self], "date") as? Date ?? .now,
                request: coder.object(UNNotificationRequest.self, "request")
                    ?? .empty)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(date as NSDate, forKey: "date")
        coder.encode(request, forKey: "request")
    }

    /// Date of the delivery, which is shown to the person.
    open var date: Date { fields.date }
    /// The request with its original content and trigger.
    open var request: UNNotificationRequest { fields.request }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotification)?.fields == fields }
    open override var hash: Int { fields.hashValue }
}

extension UNNotification {
    /// Creates a notification that the agent has delivered.
    convenience init(_ notification: NotificationModel.Notification) {
        self.init(carrying: Fields(date: notification.date, request: UNNotificationRequest(notification.request)))
    }
}
