// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Glibc

/// The notification whose answer has started this process, a `belfry` in a command of `--on`.
///
/// The answered notification is no longer delivered, but it is on the command's standard input.
enum AnsweredNotification {
    /// Returns the answered request without its trigger; nil if the process has no answer to `identifier`.
    ///
    /// - Throws: ``Failure`` if the standard input isn't in the agent's format.
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
        // The agent deletes its copies with the notification; deleted files are left out.
        if let attachments = request["attachments"]?.array {
            let present = attachments.filter { access($0.properties?["url"]?.string ?? "", R_OK) == 0 }
            request["attachments"] = present.isEmpty ? nil : .array(present, of: Value.properties([:]).type)
        }
        return request
    }
}
