// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications

/// Whether an action brings the application to the front.
public enum UIUserNotificationActivationMode: UInt, @unchecked Sendable {
    /// The application opens.
    case foreground = 0
    /// The application handles the action out of sight.
    case background = 1
}

/// Whether an action asks for a text.
public enum UIUserNotificationActionBehavior: UInt, @unchecked Sendable {
    /// The action is a button.
    case `default` = 0
    /// The action has a text field, if the notification server has one.
    case textInput = 1
}

/// The space that a list of actions is meant for.
public enum UIUserNotificationActionContext: UInt, @unchecked Sendable {
    /// Space for four actions.
    case `default` = 0
    /// Space for two actions.
    case minimal = 1
}

/// The key of an action's parameters with the title of the button that sends the text.
public let UIUserNotificationTextInputActionButtonTitleKey: String =
    "UIUserNotificationTextInputActionButtonTitleKey"

/// The key of a response's information with the text that the person typed.
public let UIUserNotificationActionResponseTypedTextKey: String = "UIUserNotificationActionResponseTypedTextKey"

struct ActionFields: Hashable {
    var identifier: String?
    var title: String?
    var activationMode = UIUserNotificationActivationMode.foreground
    var isAuthenticationRequired = false
    var isDestructive = false
    var behavior = UIUserNotificationActionBehavior.default
    var parameters: [AnyHashable: AnyHashable] = [:]
}

/// A button of a notification. ``UIMutableUserNotificationAction`` documents how it is made.
@preconcurrency @MainActor
open class UIUserNotificationAction: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    nonisolated private let values: Guarded<ActionFields>

    public nonisolated override init() {
        values = Guarded(ActionFields())
        super.init()
    }

    nonisolated init(_ fields: ActionFields) {
        values = Guarded(fields)
        super.init()
    }

    public nonisolated required init?(coder: NSCoder) {
        values = Guarded(ActionFields(coder))
        super.init()
    }

    nonisolated var fields: ActionFields {
        get { values.value }
        set { values.value = newValue }
    }

    /// Identifier that the delegate gets.
    open var identifier: String? { fields.identifier }
    /// The button's text.
    open var title: String? { fields.title }
    /// Whether the application comes to the front; it does by default.
    open var activationMode: UIUserNotificationActivationMode { fields.activationMode }
    /// Whether the action waits until the session is unlocked; an action in the foreground always does.
    open var isAuthenticationRequired: Bool { fields.isAuthenticationRequired }
    /// Whether the action destroys something: such an action is shown last.
    open var isDestructive: Bool { fields.isDestructive }
    /// Whether the action asks for a text.
    open var behavior: UIUserNotificationActionBehavior { fields.behavior }
    /// Values for the behaviour, such as ``UIUserNotificationTextInputActionButtonTitleKey``.
    open var parameters: [AnyHashable: Any] { fields.parameters.mapValues(\.base) }

    open nonisolated class var supportsSecureCoding: Bool { true }
    open nonisolated func encode(with coder: NSCoder) { fields.encode(with: coder) }
    open nonisolated func copy(with zone: NSZone? = nil) -> Any { UIUserNotificationAction(fields) }
    open nonisolated func mutableCopy(with zone: NSZone? = nil) -> Any { UIMutableUserNotificationAction(fields) }

    open nonisolated override func isEqual(_ object: Any?) -> Bool {
        (object as? UIUserNotificationAction)?.fields == fields
    }

    open nonisolated override var hash: Int { fields.hashValue }
}

/// An action that can be changed; registering a category copies it.
@preconcurrency @MainActor
open class UIMutableUserNotificationAction: UIUserNotificationAction {
    open override var identifier: String? {
        get { fields.identifier }
        set { fields.identifier = newValue }
    }

    open override var title: String? {
        get { fields.title }
        set { fields.title = newValue }
    }

    open override var activationMode: UIUserNotificationActivationMode {
        get { fields.activationMode }
        set { fields.activationMode = newValue }
    }

    open override var isAuthenticationRequired: Bool {
        get { fields.isAuthenticationRequired }
        set { fields.isAuthenticationRequired = newValue }
    }

    open override var isDestructive: Bool {
        get { fields.isDestructive }
        set { fields.isDestructive = newValue }
    }

    open override var behavior: UIUserNotificationActionBehavior {
        get { fields.behavior }
        set { fields.behavior = newValue }
    }

    open override var parameters: [AnyHashable: Any] {
        get { fields.parameters.mapValues(\.base) }
        // Values that can't be compared are dropped: the only parameter with a meaning is a text.
        set { fields.parameters = newValue.compactMapValues { $0 as? AnyHashable } }
    }
}
