// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A button of a notification.
///
/// It is Sendable because it never changes.
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

    /// Creates a button with an icon, which some desktops show.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?
    ) {
        let fields = Fields(identifier: identifier, title: title, options: options.rawValue, icon: icon)
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(fields))!
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

    /// Behaviour of the action when it is chosen.
    open var options: UNNotificationActionOptions { UNNotificationActionOptions(rawValue: fields.options) }

    /// The icon; nil if none was given.
    open var icon: UNNotificationActionIcon? { fields.icon }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction, type(of: other) == type(of: self) else { return false }
        return other.fields == fields
    }

    open override var hash: Int { fields.hashValue }
}
