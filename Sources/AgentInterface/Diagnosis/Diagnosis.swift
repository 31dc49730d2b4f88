// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// A finding of a diagnosis: the name of a check and its result.
package struct Finding: Hashable, Sendable, Codable {
    /// State of a finding, from good to bad.
    package enum State: String, CaseIterable, Comparable, Sendable, Codable {
        /// The checked part works.
        case ok
        /// Information; nothing is wrong.
        case note
        /// The checked part works, but with limits, or may soon fail.
        case warning
        /// Notifications are lost, not presented or not persisted, or responses are not delivered.
        case problem

        package static func < (one: State, other: State) -> Bool { one.rank < other.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Name of the check, such as `server.capabilities`; the part before the dot is its group.
    ///
    /// Names are stable. Some, such as `server.difference`, may occur several times.
    package let name: String
    package let state: State
    /// Result in words; it never contains text of a notification.
    package let value: String
    /// Sentence that tells the person how to solve the problem; nil if no advice is known.
    package let advice: String?

    /// Creates a finding with the state `ok`.
    package init(_ name: String, _ value: String) { self.init(name, .ok, value) }

    package init(_ name: String, _ state: State, _ value: String, advice: String? = nil) {
        (self.name, self.state, self.value) = (name, state, value)
        self.advice = advice
    }

    /// The part of the name before the dot.
    package var group: String { name.split(separator: ".").first.map(String.init) ?? name }

    /// The part of the name after the dot.
    package var subject: String { name.split(separator: ".", maxSplits: 1).last.map(String.init) ?? name }

    /// The finding as a dictionary of the D-Bus interface.
    package var properties: [String: Value] {
        var properties: [String: Value] = [
            "name": .string(name), "state": .string(state.rawValue), "value": .string(value),
        ]
        if let advice { properties["advice"] = .string(advice) }
        return properties
    }

    /// Decodes an agent's finding; nil if the name or the value is missing. An unknown state becomes a note.
    package init?(_ properties: [String: Value]) {
        guard let name = properties["name"]?.string, let value = properties["value"]?.string else { return nil }
        let state = properties["state"]?.string.flatMap(State.init) ?? .note
        self.init(name, state, value, advice: properties["advice"]?.string)
    }
}

/// The findings of an agent: the reply to `Diagnose`.
package struct Diagnosis: Hashable, Sendable {
    package var findings: [Finding]

    package init(_ findings: [Finding]) { self.findings = findings }

    /// The worst state of all findings.
    package var state: Finding.State { findings.map(\.state).max() ?? .ok }

    /// The diagnosis as a dictionary of the D-Bus interface, which `belfry doctor --json` prints too.
    package var properties: [String: Value] {
        ["state": .string(state.rawValue), "findings": .dictionaries(findings.map(\.properties))]
    }

    /// Decodes an agent's reply, leaving out findings that can't be decoded.
    package init(_ properties: [String: Value]) {
        findings = (properties["findings"]?.array ?? []).compactMap(\.properties).compactMap(Finding.init)
    }
}
