// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Triggers

/// A request's event, which a command of the key `on` gets by environment and standard input, never by arguments.
struct CommandEvent: Sendable {
    /// Name of the event: the action's identifier, or a word of ``NotificationModel/ResponsePlan/Event``.
    let name: String
    let notification: Notification
    /// The person's response, or a response of the kind `expired` for the event `expire`; nil for the event `fired`.
    let response: Response?

    /// The command's environment: the request's own variables, and the documented variables about the event.
    var environment: [String: String] {
        let request = notification.request
        var variables = request.responsePlan.environment
        variables["BELFRY_ID"] = request.identifier
        variables["BELFRY_EVENT"] = name
        variables["BELFRY_ACTION"] = response?.actionIdentifier ?? ""
        variables["BELFRY_TEXT"] = response?.userText ?? ""
        variables["BELFRY_APP"] = notification.app
        variables["BELFRY_TITLE"] = request.content.title
        variables["BELFRY_DUE"] = notification.due.rfc3339(in: .current)
        variables["BELFRY_LATE"] = String(notification.late)
        for (key, value) in request.content.userInfo {
            guard let text = value.text, !text.utf8.contains(0) else { continue }
            variables["BELFRY_INFO_" + Self.variableName(key)] = text
        }
        // Activation tokens in the request's own environment were meant for the request's sender, and are used up.
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] { variables[name] = response?.activationToken }
        return variables
    }

    /// The response, or for `fired` the notification, as one line of JSON.
    var standardInput: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = response.map { try? encoder.encode($0) } ?? (try? encoder.encode(notification))
        return Array((data ?? Data())) + [UInt8(ascii: "\n")]
    }

    /// Returns a key of the user info in upper case, with underscores for everything but ASCII letters and digits.
    private static func variableName(_ key: String) -> String {
        String(key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
