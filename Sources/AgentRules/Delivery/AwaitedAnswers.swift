// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface

/// The requests of one application whose responses a connection waits for.
package struct AwaitedAnswers: Sendable {
    /// The options that each waiting connection passed to `Attach`.
    var options: [AttachOptions] = []

    package init(options: [AttachOptions] = []) { self.options = options }

    /// Returns whether a connection waits for the response to the request with this identifier and instance.
    package func contains(_ identifier: String, _ instance: String) -> Bool {
        options.contains { Self.waits($0, for: identifier, instance) }
    }

    /// Returns whether a connection with these options waits for the response to this request.
    package static func waits(_ options: AttachOptions, for identifier: String, _ instance: String) -> Bool {
        options.identifiers?.contains(identifier) == true && options.instances?.contains(instance) != false
    }
}
