// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A kind of notification and the actions it offers. The class is Sendable because its objects never change.
nonisolated open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var identifier: String
        var actions: [UNNotificationAction]
        var intentIdentifiers: [String]
        var options: UInt
        var hiddenPreviewsBodyPlaceholder: String
        var categorySummaryFormat: String
    }

    private let fields: Fields

    /// Creates a category, whose identifier must be unique within the application and not empty.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// Creates a category with a placeholder for the body when previews are hidden.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil, options: options)
    }

    /// Creates a category with a placeholder for the hidden body and a group summary format; nil means an empty string.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        let fields = Fields(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers, options: options.rawValue,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
            categorySummaryFormat: categorySummaryFormat ?? "")
        self.init(carrying: fields)
    }

    public required init?(coder: NSCoder) {
        fields =
            coder.carried(Fields.self)
            ?? Fields(
                identifier: coder.string("identifier") ?? "",
                actions: coder.objects(UNNotificationAction.self, "actions"),
                intentIdentifiers: coder.objects(NSString.self, "intentIdentifiers").map { "\($0)" },
                options: coder.number("options")?.uintValue ?? 0,
                hiddenPreviewsBodyPlaceholder: coder.string("hiddenPreviewsBodyPlaceholder") ?? "",
                categorySummaryFormat: coder.string("categorySummaryFormat") ?? "")
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(actions, "actions")
        coder.encode(intentIdentifiers.map { NSString(string: $0) }, "intentIdentifiers")
        coder.encode(NSNumber(value: options.rawValue), "options")
        coder.encode(hiddenPreviewsBodyPlaceholder, "hiddenPreviewsBodyPlaceholder")
        coder.encode(categorySummaryFormat, "categorySummaryFormat")
    }

    /// Identifier that a content's `categoryIdentifier` refers to.
    open var identifier: String { fields.identifier }
    /// The buttons in the order of display.
    open var actions: [UNNotificationAction] { fields.actions }
    /// Intents of Siri, which Linux doesn't have; the property exists for programs written for Apple's systems.
    open var intentIdentifiers: [String] { fields.intentIdentifiers }
    /// Behaviour of the category's notifications.
    open var options: UNNotificationCategoryOptions { UNNotificationCategoryOptions(rawValue: fields.options) }
    /// Text shown in place of the body when previews are hidden; an empty text means the standard text.
    open var hiddenPreviewsBodyPlaceholder: String { fields.hiddenPreviewsBodyPlaceholder }
    /// Format of a group's summary in a digest: `%u` stands for the number of notifications, `%@` for their
    /// ``UNNotificationContent/summaryArgument``.
    open var categorySummaryFormat: String { fields.categorySummaryFormat }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationCategory)?.fields == fields }
    open override var hash: Int { fields.hashValue }
}

/// Behaviour of a category's notifications.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A dismissal by the person is delivered as a response.
    public static var customDismissAction: UNNotificationCategoryOptions { Self(rawValue: 1 << 0) }
    /// Has no effect, because Linux has no CarPlay; the option exists for programs written for iOS.
    public static var allowInCarPlay: UNNotificationCategoryOptions { Self(rawValue: 1 << 1) }
    /// The title is shown even if previews are hidden.
    public static var hiddenPreviewsShowTitle: UNNotificationCategoryOptions { Self(rawValue: 1 << 2) }
    /// The subtitle is shown even if previews are hidden.
    public static var hiddenPreviewsShowSubtitle: UNNotificationCategoryOptions { Self(rawValue: 1 << 3) }
    /// Has no effect, because Apple has deprecated the option and Linux has no Siri.
    public static var allowAnnouncement: UNNotificationCategoryOptions { Self(rawValue: 1 << 4) }
}

extension UNNotificationCategory {
    convenience init(_ category: Category) {
        self.init(
            identifier: category.identifier, actions: category.actions.map { UNNotificationAction.make($0) },
            intentIdentifiers: category.intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: category.summaryFormat,
            options: UNNotificationCategoryOptions(rawValue: category.options.rawValue))
    }

    var model: Category {
        Category(
            identifier: identifier, actions: actions.map(\.model), intentIdentifiers: intentIdentifiers,
            options: CategoryOptions(rawValue: options.rawValue),
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, summaryFormat: categorySummaryFormat)
    }
}
