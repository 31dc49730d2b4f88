// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Kinds of notifications that an application uses.
public struct UIUserNotificationType: OptionSet, @unchecked Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the application's icon.
    public static var badge: UIUserNotificationType { Self(rawValue: 1 << 0) }
    /// A sound.
    public static var sound: UIUserNotificationType { Self(rawValue: 1 << 1) }
    /// A text.
    public static var alert: UIUserNotificationType { Self(rawValue: 1 << 2) }
}

/// The kinds of notifications that an application uses, and its categories.
@preconcurrency @MainActor
open class UIUserNotificationSettings: NSObject {
    nonisolated private let kinds: UIUserNotificationType
    nonisolated private let own: Set<UIUserNotificationCategory>?

    private nonisolated init(kinds: UIUserNotificationType, copies: Set<UIUserNotificationCategory>?) {
        self.kinds = kinds
        own = copies
        super.init()
    }

    /// Creates settings with copies of the categories.
    public nonisolated convenience init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
        self.init(
            kinds: types,
            copies: categories.map { Set($0.map { UIUserNotificationCategory($0.fields) }) })
    }

    /// The kinds of notifications; empty for none.
    open var types: UIUserNotificationType { kinds }
    /// The categories; nil for none.
    open var categories: Set<UIUserNotificationCategory>? { own }

    open nonisolated override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIUserNotificationSettings else { return false }
        return other.kinds == kinds && other.own == own
    }

    open nonisolated override var hash: Int { Int(bitPattern: kinds.rawValue) }
}
