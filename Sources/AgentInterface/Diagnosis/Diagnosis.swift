// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// What an agent says of itself when it is asked what is the matter: the answer to `Diagnose`.
package struct Diagnosis: Hashable, Sendable {
    package var findings: [Finding]

    package init(_ findings: [Finding]) { self.findings = findings }

    /// The worst of all that was found.
    package var state: Finding.State { findings.map(\.state).max() ?? .ok }

    /// The contract's dictionary, and what `belfry doctor --json` prints.
    package var properties: [String: Value] {
        ["state": .string(state.rawValue), "findings": .dictionaries(findings.map(\.properties))]
    }

    /// An agent's answer; what is no finding is left out.
    package init(_ properties: [String: Value]) {
        findings = (properties["findings"]?.array ?? []).compactMap(\.properties).compactMap(Finding.init)
    }
}
