// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The person's response to a notification. The class is Sendable because its objects never change.
nonisolated open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var notification: UNNotification
        var actionIdentifier: String
        /// Token with which the application can raise its window; nil if the desktop sent no token.
        var activationToken: String?
    }

    let fields: Fields

    /// Reads `notification` and `actionIdentifier` from the archive, else an empty notification and the default action.
    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                notification: coder.object(UNNotification.self, "notification")
                    ?? UNNotification(carrying: UNNotification.Fields(date: .now, request: .empty)),
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

/// The response to an action with a text field. The class is Sendable because its objects never change.
nonisolated open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    private let text: String

    public required init?(coder: NSCoder) {
        text = coder.carried(String.self) ?? coder.string("userText") ?? ""
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(userText, "userText")
    }

    /// Text that the person typed.
    open var userText: String { text }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTextInputNotificationResponse)?.text == text
    }
}

/// The ``UNNotificationResponse/actionIdentifier`` if the person opened the notification itself.
public let UNNotificationDefaultActionIdentifier: String = "com.apple.UNNotificationDefaultActionIdentifier"

/// The ``UNNotificationResponse/actionIdentifier`` if the person dismissed the notification.
///
/// Dismissals are delivered only for categories with ``UNNotificationCategoryOptions/customDismissAction``.
public let UNNotificationDismissActionIdentifier: String = "com.apple.UNNotificationDismissActionIdentifier"

extension UNNotificationResponse {
    /// Token that lets the application raise its window: set it as `XDG_ACTIVATION_TOKEN` or give it to the toolkit.
    ///
    /// The token expires soon and can be used once; nil if the desktop sent no token. Apple has no such property.
    public var xdgActivationToken: String? { fields.activationToken }

    /// Creates a response from the agent's type, with the typed text if there is one.
    static func make(_ response: NotificationModel.Response) -> UNNotificationResponse {
        let identifier =
            switch response.kind {
            case .action, .text: response.actionIdentifier
            case .default: UNNotificationDefaultActionIdentifier
            case .dismiss, .expired: UNNotificationDismissActionIdentifier
            }
        let fields = Fields(
            notification: UNNotification(response.notification), actionIdentifier: identifier,
            activationToken: response.activationToken)
        return response.kind == .text
            ? UNTextInputNotificationResponse(carrying: fields, response.userText ?? "")
            : UNNotificationResponse(carrying: fields)
    }
}
