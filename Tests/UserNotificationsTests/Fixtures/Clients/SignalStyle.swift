// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

public enum AppNotificationCategory: CaseIterable {
    case incomingMessageWithActions, missedCallWithActions, internalError
}

public enum AppNotificationAction: String, CaseIterable { case answerCall, reply, markAsRead }

extension AppNotificationCategory {
    var identifier: String {
        switch self {
        case .incomingMessageWithActions: return "Signal.AppNotificationCategory.incomingMessageWithActions"
        case .missedCallWithActions: return "Signal.AppNotificationCategory.missedCallWithActions"
        case .internalError: return "Signal.AppNotificationCategory.internalError"
        }
    }
    var actions: [AppNotificationAction] {
        switch self {
        case .incomingMessageWithActions: return [.markAsRead, .reply]
        case .missedCallWithActions: return [.answerCall]
        case .internalError: return []
        }
    }
}

public class UserNotificationConfig {
    class var allNotificationCategories: Set<UNNotificationCategory> {
        let categories = AppNotificationCategory.allCases.map { notificationCategory($0) }
        return Set(categories)
    }

    class func notificationActions(for category: AppNotificationCategory) -> [UNNotificationAction] {
        return category.actions.compactMap { notificationAction($0) }
    }

    class func notificationCategory(_ category: AppNotificationCategory) -> UNNotificationCategory {
        return UNNotificationCategory(
            identifier: category.identifier, actions: notificationActions(for: category), intentIdentifiers: [], options: [])
    }

    class func notificationAction(_ action: AppNotificationAction) -> UNNotificationAction? {
        switch action {
        case .answerCall: return notificationActionWithIdentifier(action.rawValue, title: "Answer", options: [.foreground], systemImage: "phone")
        case .markAsRead: return notificationActionWithIdentifier(action.rawValue, title: "Read", options: [], systemImage: "message")
        case .reply:
            return UNTextInputNotificationAction(
                identifier: action.rawValue, title: "Reply", options: [], textInputButtonTitle: "Send", textInputPlaceholder: "")
        }
    }

    private class func notificationActionWithIdentifier(
        _ identifier: String, title: String, options: UNNotificationActionOptions, systemImage: String?
    ) -> UNNotificationAction {
        if #available(iOS 15, *), let systemImage = systemImage {
            let actionIcon = UNNotificationActionIcon(systemImageName: systemImage)
            return UNNotificationAction(identifier: identifier, title: title, options: options, icon: actionIcon)
        }
        return UNNotificationAction(identifier: identifier, title: title, options: options)
    }

    public class func action(identifier: String) -> AppNotificationAction? {
        return AppNotificationAction.allCases.first { $0.rawValue == identifier }
    }
}

class UserNotificationPresenter {
    private static var notificationCenter: UNUserNotificationCenter { UNUserNotificationCenter.current() }
    typealias NotificationReplaceCompletion = (Bool) -> Void

    func registerNotificationSettings() async {
        do {
            try await Self.notificationCenter.requestAuthorization(options: [.badge, .sound, .alert])
            Self.notificationCenter.setNotificationCategories(UserNotificationConfig.allNotificationCategories)
        } catch {
            print("Failed with error: \(error)")
        }
    }

    func notify(category: AppNotificationCategory, title: String?, body: String, threadIdentifier: String?, userInfo: [AnyHashable: Any], replacingIdentifier: String? = nil) async {
        let content = UNMutableNotificationContent()
        content.categoryIdentifier = category.identifier
        content.userInfo = userInfo
        if let threadIdentifier { content.threadIdentifier = threadIdentifier }
        if let displayableTitle = title?.nilIfEmpty { content.title = displayableTitle }
        content.body = body
        let trigger: UNNotificationTrigger?
        if replacingIdentifier != nil {
            if await cancelSync(notificationIds: [replacingIdentifier!]) { trigger = nil } else { trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false) }
        } else { trigger = nil }
        let request = UNNotificationRequest(identifier: replacingIdentifier ?? UUID().uuidString, content: content, trigger: trigger)
        do { try await Self.notificationCenter.add(request) } catch { print("Error presenting notification: \(error)") }
    }

    private func cancelSync(notificationIds: [String]) async -> Bool {
        let delivered = await Self.notificationCenter.deliveredNotifications()
        let requests = await Self.notificationCenter.pendingNotificationRequests()
        let ids = Set(delivered.map { $0.request } .map(\.identifier)).union(requests.map(\.identifier)).intersection(notificationIds)
        guard !ids.isEmpty else { return false }
        Self.notificationCenter.removeDeliveredNotifications(withIdentifiers: Array(ids))
        Self.notificationCenter.removePendingNotificationRequests(withIdentifiers: Array(ids))
        return true
    }
}

extension String { var nilIfEmpty: String? { isEmpty ? nil : self } }
