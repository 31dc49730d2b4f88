// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A button of a notification besides its action button. The class is Sendable because its objects never change.
open class NSUserNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    private let values: Fields

    struct Fields: Hashable {
        var identifier: String?
        var title: String?
    }

    var fields: Fields { values }

    private init(_ values: Fields) {
        self.values = values
        super.init()
    }

    /// Creates a button; a button without a title is not shown.
    public convenience init(identifier: String?, title: String?) {
        self.init(Fields(identifier: identifier, title: title))
    }

    /// Identifier by which the program recognizes the button.
    open var identifier: String? { values.identifier }
    /// The button's text.
    open var title: String? { values.title }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? NSUserNotificationAction)?.values == values }
    open override var hash: Int { values.hashValue }
}
