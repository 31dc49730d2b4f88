// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

extension Outcome {
    /// The contract's dictionary, as ``DictionaryCoding`` makes it, without a coder.
    ///
    /// `AddAll` has one for each of a thousand requests: coding them was a fourteenth of its work.
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
