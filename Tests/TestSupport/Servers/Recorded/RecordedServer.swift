// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationServer

/// A notification server whose behaviour was recorded, or read from its source, for simulation by a scripted server.
///
/// The facts come from `research/freedesktop-live.md` and `-servers.md`, not from the agent's own table, because they
/// test that table.
package struct RecordedServer: Sendable, CustomStringConvertible {
    package let description: String
    package let information: ServerInformation
    package var capabilities: [String] = ["actions", "body", "body-markup", "icon-static", "persistence"]
    package var isUnicast = false
    /// Tells whether an unknown `replaces_id` becomes the new number.
    package var adopts = false
    /// Tells whether every replacement gets a new number, while the old notification stays.
    package var neverReplaces = false
    package var play = ServerPlay()

    init(
        _ name: String, _ vendor: String, _ version: String, specification: String = "1.2",
        as description: String? = nil
    ) {
        self.description = description ?? name
        information = ServerInformation(name: name, vendor: vendor, version: version, specification: specification)
    }

    /// Tells whether the server really has a text field, and not only the capability: swaync's is off by default.
    package var repliesInline: Bool {
        capabilities.contains("inline-reply") && information.name != "SwayNotificationCenter"
    }

    /// Returns the server with this description.
    package static func named(_ description: String) -> RecordedServer? {
        all.first { $0.description == description }
    }

    func with(_ change: (inout RecordedServer) -> Void) -> RecordedServer {
        var changed = self
        change(&changed)
        return changed
    }
}

extension ScriptedServerScript {
    /// Returns the script of a recorded server.
    package static func playing(_ server: RecordedServer) -> ScriptedServerScript {
        var script = ScriptedServerScript()
        script.configuration.information = server.information
        script.configuration.capabilities = server.capabilities
        script.configuration.signalDelivery = server.isUnicast ? .unicast : .broadcast
        script.configuration.adoptsUnknownIDs = server.adopts
        script.ignoresReplacing = server.neverReplaces
        script.play = server.play
        return script
    }
}
