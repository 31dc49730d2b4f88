// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationResponse {
    /// Creates a response from the agent's type, with the typed text if there is one.
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
        // Never nil: `init(coder:)` of both classes doesn't fail.
        guard response.kind == .text else { return UNNotificationResponse(coder: Carrier(fields))! }
        let typed = UNTextInputNotificationResponse.Typed(text: response.userText ?? "")
        return UNTextInputNotificationResponse(coder: Carrier(fields, typed))!
    }
}
