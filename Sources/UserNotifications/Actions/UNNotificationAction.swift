// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A button of a notification. The class is Sendable because its objects never change.
nonisolated open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var identifier: String
        var title: String
        var options: UInt
        var icon: UNNotificationActionIcon?
    }

    let fields: Fields

    /// Creates a button; the response returns its `identifier`.
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// Creates a button with an icon, which only some desktops show.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?
    ) {
        self.init(carrying: Fields(identifier: identifier, title: title, options: options.rawValue, icon: icon))
    }

    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                identifier: coder.string("identifier") ?? "", title: coder.string("title") ?? "",
                options: coder.number("options")?.uintValue ?? 0,
                icon: coder.object(UNNotificationActionIcon.self, "icon"))
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(title, "title")
        coder.encode(NSNumber(value: options.rawValue), "options")
        coder.encode(icon, forKey: "icon")
    }

    /// Identifier that the response returns as `actionIdentifier`.
    open var identifier: String { fields.identifier }
    /// The button's text.
    open var title: String { fields.title }
    /// Behaviour of the action when the person chooses it.
    open var options: UNNotificationActionOptions { UNNotificationActionOptions(rawValue: fields.options) }
    /// The button's icon; nil if the action was created without an icon.
    open var icon: UNNotificationActionIcon? { fields.icon }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction, type(of: other) == type(of: self) else { return false }
        return other.fields == fields
    }

    open override var hash: Int { fields.hashValue }
}

/// A button with a text field, which only some desktops show. The class is Sendable because its objects never change.
nonisolated open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    private let input: Action.TextInput

    /// Creates a button with a text field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Creates a button with a text field and an icon, which only some desktops show.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?,
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            carrying: Fields(identifier: identifier, title: title, options: options.rawValue, icon: icon),
            Action.TextInput(buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder))
    }

    public required init?(coder: NSCoder) {
        input =
            coder.carried(Action.TextInput.self)
            ?? Action.TextInput(
                buttonTitle: coder.string("textInputButtonTitle") ?? "",
                placeholder: coder.string("textInputPlaceholder") ?? "")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(textInputButtonTitle, "textInputButtonTitle")
        coder.encode(textInputPlaceholder, "textInputPlaceholder")
    }

    /// The title of the button that sends the text.
    open var textInputButtonTitle: String { input.buttonTitle }
    /// Text shown while the field is empty.
    open var textInputPlaceholder: String { input.placeholder }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTextInputNotificationAction)?.input == input
    }
}

/// Behaviour of an action when the person chooses it.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action takes effect only if the session is unlocked within two minutes.
    public static var authenticationRequired: UNNotificationActionOptions { Self(rawValue: 1 << 0) }
    /// The button is shown as destructive, on desktops that support this.
    public static var destructive: UNNotificationActionOptions { Self(rawValue: 1 << 1) }
    /// The action brings the application to the front.
    public static var foreground: UNNotificationActionOptions { Self(rawValue: 1 << 2) }
}

/// The icon of an action. The class is Sendable because its objects never change.
nonisolated open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let model: ActionIcon

    /// Creates an icon from one of the application's pictures, used as a template.
    public convenience init(templateImageName: String) { self.init(carrying: ActionIcon.template(templateImageName)) }

    /// Creates an icon from the name of an Apple symbol or a name of the icon naming specification.
    public convenience init(systemImageName: String) { self.init(carrying: ActionIcon.system(systemImageName)) }

    public required init?(coder: NSCoder) {
        model =
            coder.carried(ActionIcon.self) ?? coder.string("templateImageName").map(ActionIcon.template)
            ?? .system(coder.string("systemImageName") ?? "")
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        switch model {
        case .template(let name): coder.encode(name, "templateImageName")
        case .system(let name): coder.encode(name, "systemImageName")
        }
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationActionIcon)?.model == model }
    open override var hash: Int { model.hashValue }
}

extension UNNotificationAction {
    /// Creates a button, with a text field if the action has one.
    static func make(_ action: Action) -> UNNotificationAction {
        let fields = Fields(
            identifier: action.identifier, title: action.title, options: action.options.rawValue,
            icon: action.icon.map { UNNotificationActionIcon(carrying: $0) })
        guard let input = action.textInput else { return UNNotificationAction(carrying: fields) }
        return UNTextInputNotificationAction(carrying: fields, input)
    }

    /// The action in the agent's type, without options that Apple doesn't define.
    var model: Action {
        let input = (self as? UNTextInputNotificationAction).map {
            Action.TextInput(buttonTitle: $0.textInputButtonTitle, placeholder: $0.textInputPlaceholder)
        }
        return Action(
            identifier: identifier, title: title, options: ActionOptions(rawValue: options.rawValue),
            icon: icon?.model, textInput: input)
    }
}
