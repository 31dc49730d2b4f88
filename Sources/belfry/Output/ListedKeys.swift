// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The keys that the lines of `list --json` and `category list --json` have beside those that can be set.
///
/// Such lines may be given back: what can't be set is checked, and taken out before the agent sees it. The moment of an
/// interval, and of what was put off, stays: nothing else says it.
enum ListedKeys {
    /// What a line says about how its request stands.
    private static let words: Set = ["nextTriggerDate", "text", "date", "due", "state", "reason", "instance"]
    private static let numbers: Set = ["nextTriggerDateUnix", "dateUnix", "dueUnix", "late"]

    /// The dictionary without them.
    ///
    /// - Parameters:
    ///   - dictionary: A line that was read.
    ///   - application: Whose requests are being added; nil where lines name none.
    /// - Returns: What can be set.
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
                "app is \"\(name)\", and this adds for \"\(application)\"; give --app \"\(name)\", or leave app out")
        }
        for key in words {
            guard let value = dictionary.removeValue(forKey: key), value.string == nil else { continue }
            throw Failure(.badData, "\(key) must be a string; or leave it out, it can't be set")
        }
        let moment = dictionary["nextTriggerDateUnix"]
        let isSnoozed = dictionary["snoozed"]?.bool == true
        for key in numbers {
            guard let value = dictionary.removeValue(forKey: key), value.double == nil, value.int == nil else {
                continue
            }
            throw Failure(.badData, "\(key) must be a number; or leave it out, it can't be set")
        }
        for key in ["snoozed", "waits"] {
            guard let value = dictionary.removeValue(forKey: key), value.bool == nil else { continue }
            throw Failure(.badData, "\(key) must be true or false; or leave it out, it can't be set")
        }
        guard let moment, isSnoozed || dictionary["trigger"]?.properties?["timeInterval"] != nil else {
            return dictionary
        }
        dictionary["nextTriggerDateUnix"] = moment.int.map { .double(Double($0)) } ?? moment
        if isSnoozed {
            dictionary["snoozed"] = .boolean(true)
            // Nothing warns of it any more.
            dictionary["before"] = nil
        }
        return dictionary
    }
}
