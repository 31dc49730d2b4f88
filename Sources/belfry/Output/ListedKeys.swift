// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The read-only keys in lines of `list --json` and `category list --json`.
///
/// Such lines may be given to `add -` and `category set -`. The read-only keys are checked and removed before the agent
/// is called. The next date of an interval or a snoozed request stays, because no other key contains it.
enum ListedKeys {
    /// Read-only keys with the name of their type, and a check that a value has the type.
    private static let types: [(keys: [String], name: String, isRight: @Sendable (Value) -> Bool)] = [
        (
            [
                "nextTriggerDate", "text", "when", "date", "due", "state", "reason", "waitsFor", "instance", "status",
                "actionIdentifier", "shown", "ended",
            ], "a string",
            { $0.string != nil }
        ),
        (
            ["nextTriggerDateUnix", "dateUnix", "dueUnix", "late", "shownUnix", "endedUnix"], "a number",
            { $0.double != nil || $0.int != nil }
        ),
        (["snoozed", "waits", "remote"], "true or false", { $0.bool != nil }),
        (["drawing"], "a dictionary", { $0.properties != nil }),
    ]

    /// Returns a listed request or notification in the form in which it can be added again, without its application and
    /// the keys that only lists have.
    static func removed(from listed: [String: Value]) -> [String: Value] {
        let readOnly = Set(types.flatMap(\.keys))
        return listed.filter { $0.key != "app" && !readOnly.contains($0.key) }
    }

    /// Returns a parsed line without the read-only keys. If `application` is nil, only `schema` is checked and removed.
    ///
    /// - Throws: ``Failure`` for another schema or application, and for a value of a wrong type.
    static func removed(from dictionary: [String: Value], of application: String?) throws -> [String: Value] {
        var dictionary = dictionary
        if let schema = dictionary.removeValue(forKey: "schema"), schema.int != JSONText.schema {
            throw Failure(.badData, "schema: this belfry reads schema \(JSONText.schema) only")
        }
        guard let application else { return dictionary }
        if let app = dictionary.removeValue(forKey: "app"), !application.isEmpty, app.string != application {
            let name = app.string ?? ""
            throw Failure(
                .badData,
                "app is \"\(name)\", but requests are added for \"\(application)\"; use --app \"\(name)\"")
        }
        let moment = dictionary["nextTriggerDateUnix"]
        let isSnoozed = dictionary["snoozed"]?.bool == true
        for (keys, type, isRight) in types {
            for key in keys {
                guard let value = dictionary.removeValue(forKey: key), !isRight(value) else { continue }
                throw Failure(.badData, "\(key) is read-only and must be \(type), or be left out")
            }
        }
        guard let moment, isSnoozed || dictionary["trigger"]?.properties?["timeInterval"] != nil else {
            return dictionary
        }
        dictionary["nextTriggerDateUnix"] = moment.int.map { .double(Double($0)) } ?? moment
        if isSnoozed {
            dictionary["snoozed"] = .boolean(true)
            // A snoozed request has no early warnings.
            dictionary["before"] = nil
        }
        return dictionary
    }
}
