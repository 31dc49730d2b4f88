// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

extension ActionFields {
    init(_ coder: NSCoder) {
        identifier = coder.string("identifier")
        title = coder.string("title")
        activationMode = .init(rawValue: UInt(clamping: coder.integer("activationMode") ?? 0)) ?? .foreground
        isAuthenticationRequired = coder.boolean("authenticationRequired")
        isDestructive = coder.boolean("destructive")
        behavior = .init(rawValue: UInt(clamping: coder.integer("behavior") ?? 0)) ?? .default
        if let title = coder.string("buttonTitle") {
            parameters[UIUserNotificationTextInputActionButtonTitleKey] = title
        }
    }

    /// Encodes the action; of the parameters, only the title of the text field's button.
    func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(title, "title")
        coder.encode(buttonTitle, "buttonTitle")
        coder.encode(Int64(activationMode.rawValue), forKey: "activationMode")
        coder.encode(isAuthenticationRequired, forKey: "authenticationRequired")
        coder.encode(isDestructive, forKey: "destructive")
        coder.encode(Int64(behavior.rawValue), forKey: "behavior")
    }

    private var buttonTitle: String? { parameters[UIUserNotificationTextInputActionButtonTitleKey]?.base as? String }

    /// The action for `UNUserNotificationCenter`; nil if the action has no identifier or no title.
    var modern: UNNotificationAction? {
        guard let identifier, let title, !identifier.isEmpty, !title.isEmpty else { return nil }
        var options: UNNotificationActionOptions = []
        if activationMode == .foreground { options.insert(.foreground) }
        if isDestructive { options.insert(.destructive) }
        if isAuthenticationRequired || activationMode == .foreground { options.insert(.authenticationRequired) }
        guard behavior == .textInput else {
            return UNNotificationAction(identifier: identifier, title: title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: identifier, title: title, options: options, textInputButtonTitle: buttonTitle ?? "",
            textInputPlaceholder: "")
    }

    /// Reads the values of an action of UserNotifications.
    init(_ action: UNNotificationAction) {
        identifier = action.identifier
        title = action.title
        activationMode = action.options.contains(.foreground) ? .foreground : .background
        isAuthenticationRequired = action.options.contains(.authenticationRequired)
        isDestructive = action.options.contains(.destructive)
        guard let asking = action as? UNTextInputNotificationAction else { return }
        behavior = .textInput
        guard !asking.textInputButtonTitle.isEmpty else { return }
        parameters[UIUserNotificationTextInputActionButtonTitleKey] = asking.textInputButtonTitle
    }
}
