// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A button with a text field, which some desktops show. It is Sendable because it never changes.
nonisolated open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    struct TextFields: Hashable {
        var buttonTitle: String
        var placeholder: String
    }

    private let textFields: TextFields

    /// Creates a button with a text field.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Creates a button with a text field and an icon, which some desktops show.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?,
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        let fields = Fields(identifier: identifier, title: title, options: options.rawValue, icon: icon)
        let textFields = TextFields(buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder)
        self.init(carrying: fields, textFields)
    }

    public required init?(coder: NSCoder) {
        textFields =
            coder.carried(TextFields.self)
            ?? TextFields(
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
    open var textInputButtonTitle: String { textFields.buttonTitle }

    /// Text shown while the field is empty.
    open var textInputPlaceholder: String { textFields.placeholder }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTextInputNotificationAction)?.textFields == textFields
    }
}
