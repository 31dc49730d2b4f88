// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// The requests of one application whose answers some connection waits for.
struct AwaitedAnswers: Sendable {
    /// What each waiting connection said when it called `Attach`.
    var options: [AttachOptions] = []

    /// Whether a connection waits for the answer to this request, added as this instance.
    func contains(_ identifier: String, _ instance: String) -> Bool {
        options.contains { Self.waits($0, for: identifier, instance) }
    }

    /// Whether a connection with these options waits for the answer to this request.
    static func waits(_ options: AttachOptions, for identifier: String, _ instance: String) -> Bool {
        options.identifiers?.contains(identifier) == true && options.instances?.contains(instance) != false
    }
}
