// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A request for a notification: an identifier, content and a trigger. The class is Sendable: its objects never change.
nonisolated open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var identifier: String
        var content: UNNotificationContent
        var trigger: UNNotificationTrigger?
        /// Properties that the agent's requests have and Apple's don't: `display` and `responsePlan`.
        var display = DisplayHints()
        var responsePlan = ResponsePlan()
    }

    let fields: Fields

    /// Creates a request with copies of content and trigger.
    ///
    /// - Parameters:
    ///   - identifier: Identifier within the application; a pending request with the same identifier is replaced.
    ///   - content: Content of the notification.
    ///   - trigger: Condition for presenting the notification; nil presents it at once.
    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        // A copy of a content is a content; if a subclass returns another type, the original is used.
        let copy = content.copy(with: nil) as? UNNotificationContent ?? content
        self.init(carrying: Fields(identifier: identifier, content: copy, trigger: trigger))
    }

    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                identifier: coder.string("identifier") ?? "",
                content: coder.object(UNNotificationContent.self, "content") ?? UNNotificationContent(),
                trigger: coder.object(UNNotificationTrigger.self, "trigger"))
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(content, forKey: "content")
        coder.encode(trigger, forKey: "trigger")
    }

    /// Identifier of the request within its application.
    open var identifier: String { fields.identifier }
    /// Content of the notification.
    open var content: UNNotificationContent { fields.content }
    /// Condition for presenting the notification; nil presents it at once.
    open var trigger: UNNotificationTrigger? { fields.trigger }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationRequest)?.fields == fields }
    open override var hash: Int { fields.identifier.hashValue }
}

extension UNNotificationRequest {
    static var empty: UNNotificationRequest {
        UNNotificationRequest(identifier: "", content: UNNotificationContent(), trigger: nil)
    }

    /// Creates a request from the agent's type; `nextTriggerDate` is nil unless the request is pending.
    convenience init(_ request: NotificationModel.Request, nextTriggerDate: Date? = nil) {
        self.init(
            carrying: Fields(
                identifier: request.identifier, content: UNNotificationContent(request.content),
                trigger: request.isRemote
                    ? UNPushNotificationTrigger.received
                    : request.trigger.map { UNNotificationTrigger.make($0, scheduledDate: nextTriggerDate) },
                display: request.display, responsePlan: request.responsePlan))
    }

    /// Returns the request in the agent's type, for `DictionaryCoding.properties(of:)` and the agent's method `Add`.
    ///
    /// - Throws: ``UNError`` that names the unsupported part: a push trigger, a region that is no circle, or a value in
    ///   user info that a property list can't hold.
    func draft() throws -> NotificationModel.Request {
        NotificationModel.Request(
            identifier: identifier, content: try content.model(), trigger: try trigger?.model(),
            display: fields.display, responsePlan: fields.responsePlan)
    }
}
