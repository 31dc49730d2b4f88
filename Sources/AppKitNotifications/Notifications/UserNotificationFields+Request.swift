// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LegacyNotifications
import NotificationModel
import UserNotifications

extension UserNotificationFields {
    static let kind = "NSUserNotification"
    private static let actionButton = "org.belfry.action"
    private static let replyButton = "org.belfry.reply"
    private static let additional = "org.belfry.additional."

    // MARK: - To a request

    /// Returns the notification's request; with `isDelivered` its date is ignored, and `picture` is its picture's file.
    ///
    /// The method throws ``LegacyNotifications/LegacyProblem`` if the notification can't be scheduled, and the center's
    /// error if the picture can't be attached.
    func request(
        _ identifier: String, isDelivered: Bool, picture: URL?, now: Date, in zone: TimeZone
    ) throws -> UNNotificationRequest {
        let content = try content(isDelivered: isDelivered, picture)
        guard !content.title.isEmpty || !content.body.isEmpty || !content.subtitle.isEmpty || content.sound != nil
        else { throw LegacyProblem("there is nothing to present: set title, subtitle, informativeText or soundName") }
        var trigger: UNNotificationTrigger?
        if !isDelivered {
            let repeats = try deliveryRepeatInterval.map { try LegacyRepeat.reading($0) }
            let schedule = LegacySchedule(
                date: deliveryDate, reading: deliveryTimeZone.map { .fixed($0) } ?? .floating(from: zone),
                repeats: repeats)
            trigger = try schedule.trigger(now: now, in: zone)
        }
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger, actions: actions)
    }

    private func content(isDelivered: Bool, _ picture: URL?) throws -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title ?? ""
        content.subtitle = subtitle ?? ""
        content.body = informativeText ?? ""
        content.sound = soundName.map {
            $0 == NSUserNotificationDefaultSoundName ? .default : UNNotificationSound(named: .init($0))
        }
        if let picture { content.attachments = [try UNNotificationAttachment(identifier: "", url: picture)] }
        var reserved = reserved
        if isDelivered { reserved.values["isDelivered"] = true }
        content.userInfo = reserved.added(to: userInfo?.values, kind: Self.kind)
        return content
    }

    /// The buttons: the field for a reply or the action button, and the additional actions.
    private var actions: [Action] {
        var actions: [Action] = []
        if hasReplyButton {
            let field = Action.TextInput(placeholder: responsePlaceholder ?? "")
            actions.append(Action(identifier: Self.replyButton, title: "Reply", textInput: field))
        } else if hasActionButton, !actionButtonTitle.isEmpty {
            actions.append(Action(identifier: Self.actionButton, title: actionButtonTitle))
        }
        for (index, action) in (additionalActions ?? []).enumerated() {
            guard let title = action.title, !title.isEmpty else { continue }
            actions.append(Action(identifier: "\(Self.additional)\(index)", title: title))
        }
        return Array(actions.prefix(Limits.actions))
    }

    // MARK: - From the center

    /// Returns the notification's properties after a response of the person.
    func outcome(of response: UNNotificationResponse) -> UserNotificationOutcome {
        var outcome = UserNotificationOutcome(date: response.notification.date, isPresented: true)
        switch response.actionIdentifier {
        case Self.actionButton: outcome.activationType = .actionButtonClicked
        case Self.replyButton:
            outcome.activationType = .replied
            outcome.text = (response as? UNTextInputNotificationResponse)?.userText ?? ""
        case let identifier where identifier.hasPrefix(Self.additional):
            outcome.activationType = .additionalActionClicked
            let index = Int(identifier.dropFirst(Self.additional.count)) ?? -1
            let actions = additionalActions ?? []
            outcome.action = actions.indices.contains(index) ? actions[index] : nil
        default: outcome.activationType = .contentsClicked
        }
        return outcome
    }
}

extension NSUserNotification {
    /// Creates a notification from its request; nil if the request was not made from a notification of this class.
    convenience init?(_ request: UNNotificationRequest, _ outcome: UserNotificationOutcome = .init()) {
        guard let info = ReservedInfo(of: request.content, kind: UserNotificationFields.kind) else { return nil }
        self.init(UserNotificationFields(info, request.content), outcome)
    }
}
