// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationResponse {
    /// A response that the agent has; one with typed text where words were typed.
    static func make(_ response: NotificationModel.Response) -> UNNotificationResponse {
        let identifier =
            switch response.kind {
            case .action, .text: response.actionIdentifier
            case .default: UNNotificationDefaultActionIdentifier
            case .dismiss, .expired: UNNotificationDismissActionIdentifier
            }
        let fields = Fields(
            notification: UNNotification(response.notification), actionIdentifier: identifier,
            activationToken: response.activationToken)
        // Not nil: `init(coder:)` of neither class fails.
        guard response.kind == .text else { return UNNotificationResponse(coder: Carrier(fields))! }
        let typed = UNTextInputNotificationResponse.Typed(text: response.userText ?? "")
        return UNTextInputNotificationResponse(coder: Carrier(fields, typed))!
    }
}
