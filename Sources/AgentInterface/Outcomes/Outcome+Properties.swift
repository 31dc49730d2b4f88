// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension Outcome {
    /// The dictionary of the D-Bus interface, the same as from ``DictionaryCoding``.
    ///
    /// `AddAll` returns one per request. Encoding a thousand of them took a fourteenth of its time.
    package var properties: [String: Value] {
        var properties: [String: Value] = ["identifier": .string(identifier), "replaced": .boolean(replaced)]
        for (key, text) in [
            ("instance", instance), ("nextTriggerDate", nextTriggerDate), ("text", text), ("error", error),
            ("message", message),
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
