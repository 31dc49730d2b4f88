// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLog
import AgentPrograms
import DBus
import FoundationEssentials
import Logging
import NotificationModel

/// Starts an application for a response, by its name on the bus or by its desktop file.
struct ApplicationActivation: Sendable {
    let connection: Connection
    let logger: Logger

    /// Time in which an application must reply to its activation; only the task that activates it waits.
    private static let patience = Duration.seconds(60)

    /// Starts `app`; its responses wait in the store until the application attaches.
    ///
    /// An application without a desktop file is not started. `hasCome` tells whether the application has attached since
    /// this call; if it has, it runs even though its activation failed.
    func start(_ app: String, token: String?, unless hasCome: () -> Bool) async {
        guard InstalledApplication(id: app).isInstalled else { return }
        _ = await launch(app, token: token, unless: hasCome)
    }

    /// Starts an application, or brings it forward; returns whether this succeeded, or the application has attached.
    ///
    /// Without a desktop file the application is activated by its name on the bus. The activation token lets the
    /// application raise its window. `hasCome` tells whether the application has attached since this call; if it has,
    /// it runs even though its activation failed.
    func launch(
        _ app: String, opening uris: [String] = [], token: String?, unless hasCome: () -> Bool = { false }
    ) async -> Bool {
        let application = InstalledApplication(id: app)
        if application.isBusActivatable || !application.isInstalled {
            if await activate(app, uris, token) || hasCome() { return true }
        }
        guard application.isInstalled else { return false }
        var variables = await DesktopEnvironment(connection: connection).variables()
        // A token that is too long for an environment variable would keep the program from starting.
        if let token, token.utf8.count <= VariableLimit.leanBytes {
            variables["XDG_ACTIVATION_TOKEN"] = token
            variables["DESKTOP_STARTUP_ID"] = token
        }
        guard let process = await Self.start(app, opening: uris, environment: variables) else {
            logger.warning("Could not start an application", metadata: [LogKey.app: "\(app)"])
            return false
        }
        logger.info("Started an application", metadata: [LogKey.app: "\(app)"])
        if process > 0 { await ApplicationScope(connection: connection, logger: logger).adopt(process, of: app) }
        return true
    }

    /// Starts an application; returns the id of its first process, or nil if the application was not started.
    private static func start(_ app: String, opening uris: [String], environment: [String: String]) async -> Int32? {
        guard let link = UnsandboxedLink.shared else {
            return InstalledApplication.launch(id: app, opening: uris, environment: environment)
        }
        // The helper process has another environment than the agent, so the agent's whole environment is sent to it.
        let all = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        guard case .launched(let process)? = try? await link.ask(.launch(app, uris: uris, environment: all)) else {
            return nil
        }
        return process
    }

    private func activate(_ app: String, _ uris: [String], _ token: String?) async -> Bool {
        guard let path = ApplicationObject.path(of: app) else { return false }
        // The activation token is given under two names, because some toolkits read one name and some the other.
        let platformData =
            token.map { ["activation-token": Value.string($0), "desktop-startup-id": .string($0)] } ?? [:]
        let message = Message.methodCall(
            destination: app, path: path, interface: ApplicationObject.interface,
            member: uris.isEmpty ? "Activate" : "Open",
            arguments: (uris.isEmpty ? [] : [.strings(uris)]) + [.properties(platformData)])
        do {
            _ = try await connection.call(message, timeout: Self.patience)
            return true
        } catch {
            logger.warning(
                "Could not activate an application",
                metadata: [LogKey.app: "\(app)", LogKey.error: "\(ErrorSummary(error))"])
            return false
        }
    }
}
