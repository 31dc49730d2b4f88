// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import UserNotifications

enum Category: String, CaseIterable, Hashable {
    case message, call, missedCall

    var actions: [UNNotificationAction] {
        switch self {
        case .message:
            return [
                UNTextInputNotificationAction(identifier: "reply", title: "Reply", options: []),
                UNTextInputNotificationAction(
                    identifier: "reply2", title: "Reply", options: [.authenticationRequired],
                    icon: UNNotificationActionIcon(systemImageName: "arrowshape.turn.up.left"),
                    textInputButtonTitle: "Send", textInputPlaceholder: ""),
                UNNotificationAction(identifier: "read", title: "Mark as Read"),
            ]
        case .call:
            return [
                UNNotificationAction(identifier: "answer", title: "Answer", options: [.foreground]),
                UNNotificationAction(
                    identifier: "decline", title: "Decline", options: [.destructive],
                    icon: .init(templateImageName: "decline")),
            ]
        case .missedCall: return []
        }
    }

    var category: UNNotificationCategory {
        UNNotificationCategory(
            identifier: rawValue, actions: actions, intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "Message",
            categorySummaryFormat: "%u more from %@", options: [.customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle])
    }
}

func register() {
    let center = UNUserNotificationCenter.current()
    center.setNotificationCategories(Set(Category.allCases.map { $0.category }))
    center.setNotificationCategories([Category.call.category, Category.message.category])
    center.getNotificationCategories { existing in
        var all = existing
        all.formUnion([Category.message.category])
        all.subtract(existing.filter { $0.identifier == "old" })
        if let old = existing.first(where: { $0.identifier == "older" }) { all.remove(old) }
        let merged = all.union(existing).intersection(existing)
        guard merged != existing, !merged.isSuperset(of: existing) else { return }
        UNUserNotificationCenter.current().setNotificationCategories(merged)
    }
}

func registerAsync() async {
    let center = UNUserNotificationCenter.current()
    var categories = await center.notificationCategories()
    categories.insert(Category.call.category)
    center.setNotificationCategories(categories)
    let byIdentifier = Dictionary(grouping: categories, by: \.identifier)
    print(byIdentifier.keys.sorted(), categories.map(\.actions.count))
}
