// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials
import Logging
import NotificationModel

/// Starts an application that is to receive a response: by its name on the bus, or by its desktop file.
struct ApplicationActivation: Sendable {
    let connection: Connection
    let logger: Logger

    private static let interface = "org.freedesktop.Application"
    /// An application may take long to start; nothing waits for it but this call.
    private static let patience = Duration.seconds(60)

    /// Starts `app`; the response stays with the agent until it attaches.
    ///
    /// An application without a desktop file is not started: its response waits.
    func start(_ app: String, with response: Response) async {
        let application = InstalledApplication(id: app)
        guard application.isInstalled else { return }
        if application.isBusActivatable, await activate(app, response.activationToken) { return }
        if InstalledApplication.launch(id: app, activationToken: response.activationToken) {
            logger.info("Started an application", metadata: [LogKey.app: "\(app)"])
        } else {
            logger.warning("Could not start an application", metadata: [LogKey.app: "\(app)"])
        }
    }

    private func activate(_ app: String, _ token: String?) async -> Bool {
        let path = "/" + app.replacing(".", with: "/").replacing("-", with: "_")
        guard let path = ObjectPath(rawValue: path) else { return false }
        // Both names of the token: toolkits differ in which they read.
        let platformData =
            token.map { ["activation-token": Value.string($0), "desktop-startup-id": .string($0)] } ?? [:]
        let message = Message.methodCall(
            destination: app, path: path, interface: Self.interface, member: "Activate",
            arguments: [.properties(platformData)])
        do {
            _ = try await connection.call(message, timeout: Self.patience)
            return true
        } catch {
            logger.warning(
                "Could not activate an application", metadata: [LogKey.app: "\(app)", LogKey.error: "\(error)"])
            return false
        }
    }
}
