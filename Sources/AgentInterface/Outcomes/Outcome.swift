// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The outcome of adding a request, which is the reply to `Add`.
package struct Outcome: Hashable, Sendable, Codable {
    package var identifier: String
    /// Unique name of this addition of the request; nil if the request was refused.
    package var instance: String?
    /// Due date in RFC 3339 with offset; nil if the request fires at once.
    package var nextTriggerDate: String?
    /// Due date in Unix seconds; nil if the request fires at once.
    package var nextTriggerDateUnix: Double?
    /// Due date for a person to read, such as `Tue 2026-11-24 09:00 CET (in 2 d 23 h)`.
    package var text: String?
    /// Words for a trigger that repeats, such as `every weekday 09:30`; nil if the request fires once.
    package var when: String?
    /// Remarks for the person, such as "already past today, so tomorrow".
    package var notes: [String]?
    /// True if a pending request with this identifier was replaced.
    package var replaced = false
    /// Features of the request that the current notification server lacks.
    package var degraded: [String]?
    /// The notification server's number of the shown notification, for `AddAll` with `number`; nil if none is shown.
    package var number: UInt32?
    /// D-Bus name of the error, for `AddAll`; nil if the request was accepted.
    package var error: String?
    /// Message of the error, for `AddAll`; nil if the request was accepted.
    package var message: String?

    package init(identifier: String, instance: String? = nil, error: String? = nil, message: String? = nil) {
        (self.identifier, self.instance, self.error) = (identifier, instance, error)
        self.message = message
    }

    /// The outcome as a dictionary of the D-Bus interface, the same as ``DictionaryCoding`` returns.
    ///
    /// `AddAll` returns an outcome for each request. Encoding a thousand outcomes with ``DictionaryCoding`` took a
    /// fourteenth of the time of `AddAll`.
    package var properties: [String: Value] {
        var properties: [String: Value] = ["identifier": .string(identifier), "replaced": .boolean(replaced)]
        for (key, text) in [
            ("instance", instance), ("nextTriggerDate", nextTriggerDate), ("text", text), ("when", when),
            ("error", error), ("message", message),
        ] {
            if let text { properties[key] = .string(text) }
        }
        if let nextTriggerDateUnix { properties["nextTriggerDateUnix"] = .double(nextTriggerDateUnix) }
        if let number { properties["number"] = .uint32(number) }
        if let notes { properties["notes"] = .strings(notes) }
        if let degraded { properties["degraded"] = .strings(degraded) }
        return properties
    }
}
