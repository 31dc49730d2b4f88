// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The findings of an agent: the reply to `Diagnose`.
package struct Diagnosis: Hashable, Sendable {
    package var findings: [Finding]

    package init(_ findings: [Finding]) { self.findings = findings }

    /// The worst state of all findings.
    package var state: Finding.State { findings.map(\.state).max() ?? .ok }

    /// The dictionary of the D-Bus interface, also printed by `belfry doctor --json`.
    package var properties: [String: Value] {
        ["state": .string(state.rawValue), "findings": .dictionaries(findings.map(\.properties))]
    }

    /// Decodes an agent's reply, leaving out entries that can't be decoded.
    package init(_ properties: [String: Value]) {
        findings = (properties["findings"]?.array ?? []).compactMap(\.properties).compactMap(Finding.init)
    }
}
