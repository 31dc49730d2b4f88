// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Translations

/// Belfry's own notification to the person about a distributor that waits for an action of theirs (`ACTION_REQUIRED`).
enum SetupNotification {
    /// Returns the name under which the store remembers that the person was told of this distributor.
    static func name(_ distributor: String) -> String { "setup \(distributor)" }

    static func request(_ distributor: String, _ catalog: MessageCatalog = .own) -> Request {
        let content = Content(
            // Translators: Remote notifications come over the network, from a server.
            title: catalog.text("Remote notifications need to be set up"),
            // Translators: {name} is the name of a program that receives notifications from the network.
            body: catalog.text("{name} is not set up yet.").replacing("{name}", with: distributor))
        return Request(identifier: "belfry.push", content: content)
    }
}
