// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel

extension UNNotificationAction {
    /// Creates a button, with a text field if the action has one.
    static func make(_ action: Action) -> UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: action.options.rawValue)
        let icon = action.icon.map { UNNotificationActionIcon($0) }
        guard let input = action.textInput else {
            return UNNotificationAction(
                identifier: action.identifier, title: action.title, options: options, icon: icon)
        }
        return UNTextInputNotificationAction(
            identifier: action.identifier, title: action.title, options: options, icon: icon,
            textInputButtonTitle: input.buttonTitle, textInputPlaceholder: input.placeholder)
    }

    /// The button in the agent's type; options unknown to Apple are left out.
    var model: Action {
        let input = (self as? UNTextInputNotificationAction).map {
            Action.TextInput(buttonTitle: $0.textInputButtonTitle, placeholder: $0.textInputPlaceholder)
        }
        return Action(
            identifier: identifier, title: title, options: ActionOptions(rawValue: options.rawValue),
            icon: icon?.model, textInput: input)
    }
}
