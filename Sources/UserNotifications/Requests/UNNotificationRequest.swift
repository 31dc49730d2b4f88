// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// What a program asks for: an identifier, a content and a trigger.
///
/// Sendable: it never changes.
nonisolated open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var identifier: String
        var content: UNNotificationContent
        var trigger: UNNotificationTrigger?
        /// What a request that comes from the agent has besides, and Apple's has not.
        var presentation = Presentation()
        var responsePlan = ResponsePlan()
    }

    let fields: Fields

    /// A request; it keeps copies of content and trigger.
    ///
    /// - Parameters:
    ///   - identifier: Names the request within the application; a pending one of the same name is replaced.
    ///   - content: What is shown.
    ///   - trigger: When it is shown; nil is at once.
    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        // The copy of a content is a content, even in subclasses: anything else is passed over.
        let copy = content.copy() as? UNNotificationContent ?? content
        self.init(Fields(identifier: identifier, content: copy, trigger: trigger))
    }

    convenience init(_ fields: Fields) {
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(fields))!
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

    /// Names the request within its application.
    open var identifier: String { fields.identifier }

    /// What is shown.
    open var content: UNNotificationContent { fields.content }

    /// When it is shown; nil is at once.
    open var trigger: UNNotificationTrigger? { fields.trigger }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationRequest)?.fields == fields }

    open override var hash: Int { fields.identifier.hashValue }
}
