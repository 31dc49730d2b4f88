// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentDesktop
import AgentExtensions
import AgentFiles
import AgentInbox
import AgentMachine
import AgentMedia
import AgentRules
import DBus
import EventLoop
import ExtensionWire
import Logging
import NotificationModel
import NotificationStore

/// The extensions of one session: their processes, and the runs of service and content extensions.
struct SessionExtensions: Sendable {
    let runner: ExtensionRunner
    let service: ServiceExtensions
    let content: ContentExtensions

    init(
        connection: Connection, store: NotificationStore, clock: any WallClock, logger: Logger, paths: AgentPaths,
        configuration: Configuration, _ desktop: Desktop, _ authorizations: Authorizations, _ stages: LateBoundStages
    ) {
        let runner = ExtensionRunner(
            policy: configuration.extensions.sandbox, clock: clock, bus: connection, on: connection.loop,
            logger: logger)
        self.runner = runner
        service = ServiceExtensions(
            folder: paths.extensionRuns, store: store, clock: clock, loop: connection.loop, logger: logger,
            dependencies: Self.dependencies(ofService: desktop, authorizations, runner, paths, stages))
        content = ContentExtensions(
            folder: paths.extensionRuns, store: store, clock: clock, loop: connection.loop, logger: logger,
            dependencies: Self.dependencies(ofContent: desktop, authorizations, runner, paths, stages, store))
        stages.content = content
    }

    /// Finishes the work that the extension runs of an earlier agent left undone.
    func start() async {
        await service.start()
        await content.start()
    }

    /// Kills the processes of all extension runs, and waits until they have ended.
    func stop() async {
        await service.stop()
        await content.stop()
    }

    func use(_ configuration: Configuration) async { await runner.set(configuration.extensions.sandbox) }

    /// Returns the functions of other stages that the service extensions call.
    private static func dependencies(
        ofService desktop: Desktop, _ authorizations: Authorizations, _ runner: ExtensionRunner, _ paths: AgentPaths,
        _ stages: LateBoundStages
    ) -> ServiceExtensions.Dependencies {
        ServiceExtensions.Dependencies(
            permission: { await authorizations.permission(of: $0) },
            service: { app in await offLoop { ServiceExtensions.Service(of: app) } },
            run: { await run($0, runner, paths) },
            keepFiles: { try await keep($0, of: $1, authorizations, stages) },
            keptFiles: { await endProtection(of: $0, $1, of: $2, stages) },
            present: { await desktop.present($0) }, isolation: { await runner.isolation() })
    }

    /// Returns the functions of other stages that the content extensions call.
    private static func dependencies(
        ofContent desktop: Desktop, _ authorizations: Authorizations, _ runner: ExtensionRunner, _ paths: AgentPaths,
        _ stages: LateBoundStages, _ store: NotificationStore
    ) -> ContentExtensions.Dependencies {
        ContentExtensions.Dependencies(
            program: { app, category in
                guard let program = await offLoop({ try? ExtensionDeclarations.find(app)?.content(for: category) })
                else { return nil }
                let isEnabled = try? await store.isExtensionEnabled(program.kind.rawValue, of: app)
                return isEnabled == false ? nil : program
            },
            picture: { ExtensionPicture(await PictureCanvas(on: desktop)) },
            run: { await run($0, runner, paths) },
            keepFiles: { try await keep($0, of: $1, authorizations, stages) },
            keptFiles: { await endProtection(of: $0, $1, of: $2, stages) },
            sweep: { await stages.inbox?.attachments.sweep(of: [($0, $1)]) }, drawn: { await desktop.drawn($0) })
    }

    /// Returns the functions by which the desktop reaches the content extensions.
    static func calls(_ stages: LateBoundStages) -> ContentExtensionCalls {
        ContentExtensionCalls(
            draws: { await stages.content?.draws($0, $1) ?? false },
            draw: { await stages.content?.draw($0) ?? $0 },
            decide: { await stages.content?.decide($0, $1) ?? .forwarded },
            settled: { await stages.content?.settled($0, isStored: $1) })
    }

    private static func run(_ call: RunCall, _ runner: ExtensionRunner, _ paths: AgentPaths) async -> ExtensionOutcome {
        let folders = ExtensionFolders(attachments: call.folder, data: paths.extensionData(of: call.program.app))
        return await runner.run(
            call.program, first: call.first, warning: call.warning, folders: folders, line: call.line)
    }

    /// Copies a request's new attachments into the store's folder, and protects the copies.
    private static func keep(
        _ request: Request, of app: String, _ authorizations: Authorizations, _ stages: LateBoundStages
    ) async throws -> (request: Request, home: String) {
        guard let inbox = stages.inbox else { throw BusError.disconnected }
        let limit = await authorizations.configuration.attachmentBytes(of: app)
        return try await inbox.attachments.keep(request, of: app, atMost: limit)
    }

    /// Ends the protection of attachment copies, and removes the copies of an unneeded request.
    private static func endProtection(
        of home: String, _ unneeded: Request?, of app: String, _ stages: LateBoundStages
    ) async {
        guard let attachments = stages.inbox?.attachments else { return }
        if let unneeded { await offLoop { [files = attachments.files] in files.discard(unneeded, of: app) } }
        await attachments.unprotect([home])
    }
}

extension ExtensionPicture {
    fileprivate init(_ canvas: PictureCanvas) {
        self.init(width: canvas.side, height: canvas.side, colorScheme: canvas.isDark ? .dark : .light)
    }
}
