// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LegacyNotifications
import UserNotifications

struct CategoryFields: Hashable {
    var identifier: String?
    var actions: [UIUserNotificationAction] = []
    var minimalActions: [UIUserNotificationAction] = []
}

/// A kind of notification and its actions. ``UIMutableUserNotificationCategory`` documents how it is made.
@preconcurrency @MainActor
open class UIUserNotificationCategory: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    nonisolated private let values: Guarded<CategoryFields>

    public nonisolated override init() {
        values = Guarded(CategoryFields())
        super.init()
    }

    nonisolated init(_ fields: CategoryFields) {
        values = Guarded(fields)
        super.init()
    }

    public nonisolated required init?(coder: NSCoder) {
        let actions = ["actions", "minimalActions"].map { key in
            coder.object([NSArray.self, UIUserNotificationAction.self, UIMutableUserNotificationAction.self], key)
                as? [UIUserNotificationAction] ?? []
        }
        values = Guarded(
            CategoryFields(
                identifier: coder.string("identifier"), actions: actions[0], minimalActions: actions[1]))
        super.init()
    }

    nonisolated var fields: CategoryFields {
        get { values.value }
        set { values.value = newValue }
    }

    /// Identifier that ``UILocalNotification/category`` refers to.
    open var identifier: String? { fields.identifier }

    /// Returns the actions for a context, which tells the space for actions; nil if the category has none.
    open func actions(for context: UIUserNotificationActionContext) -> [UIUserNotificationAction]? {
        let actions = context == .minimal ? fields.minimalActions : fields.actions
        return actions.isEmpty ? nil : actions
    }

    open nonisolated class var supportsSecureCoding: Bool { true }

    open nonisolated func encode(with coder: NSCoder) {
        let fields = fields
        coder.encode(fields.identifier, "identifier")
        coder.encode(fields.actions, "actions")
        coder.encode(fields.minimalActions, "minimalActions")
    }

    open nonisolated func copy(with zone: NSZone? = nil) -> Any { UIUserNotificationCategory(fields) }
    open nonisolated func mutableCopy(with zone: NSZone? = nil) -> Any { UIMutableUserNotificationCategory(fields) }

    open nonisolated override func isEqual(_ object: Any?) -> Bool {
        (object as? UIUserNotificationCategory)?.fields == fields
    }

    open nonisolated override var hash: Int { fields.identifier.hashValue }
}

/// A category that can be changed; registering it makes a copy.
@preconcurrency @MainActor
open class UIMutableUserNotificationCategory: UIUserNotificationCategory {
    open override var identifier: String? {
        get { fields.identifier }
        set { fields.identifier = newValue }
    }

    /// Sets copies of the actions for a context, in the order of display; nil or an empty list removes the actions.
    ///
    /// There may be four actions for ``UIUserNotificationActionContext/default`` and two for
    /// ``UIUserNotificationActionContext/minimal``; more are left out.
    open func setActions(_ actions: [UIUserNotificationAction]?, for context: UIUserNotificationActionContext) {
        let copies = (actions ?? []).map { UIUserNotificationAction($0.fields) }
        switch context {
        case .default: fields.actions = Array(copies.prefix(4))
        case .minimal: fields.minimalActions = Array(copies.prefix(2))
        }
    }
}

extension CategoryFields {
    /// The category for `UNUserNotificationCenter`, nil if it has no identifier; and a sentence for each part left out.
    ///
    /// The desktop decides how many actions it shows, so the actions for the minimal space are used only if there are
    /// none for the default space.
    var modern: (category: UNNotificationCategory?, problems: [String]) {
        guard let identifier, !identifier.isEmpty else {
            return (nil, ["a category without an identifier is left out"])
        }
        let offered = actions.isEmpty ? minimalActions : actions
        let modern = offered.compactMap(\.fields.modern)
        let problems = offered.filter { $0.fields.modern == nil }.map { _ in
            "the category \"\(identifier)\" has an action without an identifier or a title, which is left out"
        }
        return (UNNotificationCategory(identifier: identifier, actions: modern, intentIdentifiers: []), problems)
    }

    /// Reads the values of a category of UserNotifications.
    init(_ category: UNNotificationCategory) {
        identifier = category.identifier
        actions = category.actions.map { UIUserNotificationAction(ActionFields($0)) }
    }
}
