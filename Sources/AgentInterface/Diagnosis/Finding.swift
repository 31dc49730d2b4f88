// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// One thing that the doctor has looked at, and how it is.
package struct Finding: Hashable, Sendable, Codable {
    /// How something is, from good to bad.
    package enum State: String, CaseIterable, Comparable, Sendable, Codable {
        /// As it should be.
        case ok
        /// Worth knowing; nothing is wrong.
        case note
        /// It works, but not as well as it could, or not for long.
        case warning
        /// Notifications are lost, not shown or not kept, or their answers don't come back.
        case problem

        package static func < (one: State, other: State) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What it is about, such as `server.capabilities`: the part before the dot is its group.
    ///
    /// A name stays what it is; of some, such as `server.difference`, there may be several.
    package let name: String
    package let state: State
    /// What was found, for a person; never text of a notification.
    package let value: String
    /// One sentence that says what to do; nil where nothing is to be done.
    package let advice: String?

    /// Something that is as it should be.
    package init(_ name: String, _ value: String) { self.init(name, .ok, value) }

    package init(_ name: String, _ state: State, _ value: String, advice: String? = nil) {
        self.name = name
        self.state = state
        self.value = value
        self.advice = advice
    }

    /// The part of the name before the dot.
    package var group: String { name.split(separator: ".").first.map(String.init) ?? name }

    /// The part of the name after the dot.
    package var subject: String { name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name }

    /// The contract's dictionary.
    package var properties: [String: Value] {
        var properties: [String: Value] = [
            "name": .string(name), "state": .string(state.rawValue), "value": .string(value),
        ]
        if let advice { properties["advice"] = .string(advice) }
        return properties
    }

    /// A finding of an agent; nil for what is none. A state that is not known is a note.
    package init?(_ properties: [String: Value]) {
        guard let name = properties["name"]?.string, let value = properties["value"]?.string else { return nil }
        let state = properties["state"]?.string.flatMap(State.init) ?? .note
        self.init(name, state, value, advice: properties["advice"]?.string)
    }
}
