// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface

/// The requests of one application whose answers some connection waits for.
package struct AwaitedAnswers: Sendable {
    /// What each waiting connection said when it called `Attach`.
    var options: [AttachOptions] = []

    package init(options: [AttachOptions] = []) {
        self.options = options
    }

    /// Whether a connection waits for the answer to this request, added as this instance.
    package func contains(_ identifier: String, _ instance: String) -> Bool {
        options.contains { Self.waits($0, for: identifier, instance) }
    }

    /// Whether a connection with these options waits for the answer to this request.
    package static func waits(_ options: AttachOptions, for identifier: String, _ instance: String) -> Bool {
        options.identifiers?.contains(identifier) == true && options.instances?.contains(instance) != false
    }
}
