// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc

/// The notification whose answer has started this process: `belfry` inside a command of `--on`.
///
/// It is delivered no more, as it was answered, but the command has all of it on its standard input.
enum AnsweredNotification {
    /// The request that was answered, without its trigger; nil when `identifier` is another, or no answer started us.
    ///
    /// - Throws: ``Failure`` when the standard input is not what the agent gives to commands.
    static func request(_ identifier: String) throws -> [String: Value]? {
        guard Environment.value("BELFRY_EVENT") != nil, Environment.value("BELFRY_ID") == identifier,
            isatty(STDIN_FILENO) == 0
        else { return nil }
        let response = try JSONText.dictionary(StandardInput.bytes())
        guard var request = response["notification"]?.properties, request["identifier"]?.string == identifier
        else { return nil }
        for key in [
            "app", "date", "dateUnix", "due", "dueUnix", "late", "trigger", "warnsOf", "leadTime", "instance",
        ] {
            request[key] = nil
        }
        // The agent keeps a copy as long as the notification is its; what is gone can't come back.
        if let attachments = request["attachments"]?.array {
            let present = attachments.filter { access($0.properties?["url"]?.string ?? "", R_OK) == 0 }
            request["attachments"] = present.isEmpty ? nil : .array(present, of: Value.properties([:]).type)
        }
        return request
    }
}
