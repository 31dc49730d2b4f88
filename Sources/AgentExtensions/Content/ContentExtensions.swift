// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import EventLoop
package import ExtensionWire
import FoundationEssentials
package import Logging
package import NotificationModel
package import NotificationStore

/// Runs the content extensions of applications: when a notification is presented, and after a press of a button.
///
/// The extension draws the notification's picture and may change its texts. The drawing is stored with the occurrence,
/// so that the drawing is presented again without another run.
package actor ContentExtensions: LoopActor {
    package nonisolated let loop: EventLoop

    /// Functions of other modules that ``ContentExtensions`` calls.
    package struct Dependencies: Sendable {
        /// Finds the content extension of an application for a category; nil if there is none that can run.
        let program: @Sendable (_ app: String, _ category: String) async -> ExtensionProgram?
        /// Finds out the size and the colours of the pictures that extensions draw.
        let picture: @Sendable () async -> ExtensionPicture
        /// Runs the process of an extension.
        let run: @Sendable (RunCall) async -> ExtensionOutcome
        /// Copies a request's attachments into the store's folder, and protects the copies until `keptFiles` is called.
        let keepFiles: @Sendable (Request, _ app: String) async throws -> (request: Request, home: String)
        /// Ends the protection of attachment copies; removes the copies of an unneeded request.
        let keptFiles: @Sendable (_ home: String, _ unneeded: Request?, _ app: String) async -> Void
        /// Removes the copies of a request's files that nothing in the store names any more.
        let sweep: @Sendable (_ app: String, _ identifier: String) async -> Void
        /// Presents a drawing that was finished after its notification was presented.
        let drawn: @Sendable (Occurrence) async -> Void

        package init(
            program: @escaping @Sendable (_ app: String, _ category: String) async -> ExtensionProgram?,
            picture: @escaping @Sendable () async -> ExtensionPicture,
            run: @escaping @Sendable (RunCall) async -> ExtensionOutcome,
            keepFiles: @escaping @Sendable (Request, _ app: String) async throws -> (request: Request, home: String),
            keptFiles: @escaping @Sendable (_ home: String, _ unneeded: Request?, _ app: String) async -> Void,
            sweep: @escaping @Sendable (_ app: String, _ identifier: String) async -> Void,
            drawn: @escaping @Sendable (Occurrence) async -> Void
        ) {
            (self.program, self.picture, self.run, self.drawn) = (program, picture, run, drawn)
            (self.keepFiles, self.keptFiles, self.sweep) = (keepFiles, keptFiles, sweep)
        }
    }

    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let dependencies: Dependencies
    let folder: RunFolder

    var breakers = ExtensionBreakers()
    var record = RunRecord(of: .content)
    var log: ExtensionLog { ExtensionLog(kind: .content, logger: logger) }
    private var turns = ContentTurns()
    private var lastTurn: UInt64 = 0
    /// The continuations of runs that wait for their turn.
    private var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    /// The processes that run, by turn.
    private var processes: [UInt64: Task<ExtensionOutcome, Never>] = [:]
    /// The occurrences that are being drawn for the first time, with the callers that wait for the drawing.
    var drawings: [Int64: [DrawingWaiter]] = [:]
    /// The agent's copies of pictures that are not in the store yet, by the copy's path.
    private var copies: [String: PictureCopy] = [:]
    var isStopping = false

    /// - Parameters:
    ///   - folder: An absolute path: the folder for the pictures of the runs, which no other program uses.
    ///   - store: The store.
    ///   - clock: The agent's clock.
    ///   - loop: The loop that runs the actor.
    ///   - logger: The log.
    ///   - dependencies: The functions of other modules.
    package init(
        folder: String, store: NotificationStore, clock: any WallClock, loop: EventLoop, logger: Logger,
        dependencies: Dependencies
    ) {
        self.folder = RunFolder(path: folder)
        (self.store, self.clock, self.loop) = (store, clock, loop)
        (self.logger, self.dependencies) = (logger, dependencies)
    }

    /// Releases the responses that an earlier agent still held for an extension when the agent ended.
    package func start() async {
        do {
            try await store.releaseHeldResponses(at: clock.now)
        } catch {
            log.failure("Could not release the responses that were held for an extension", error)
        }
    }

    /// Kills all runs, and waits until they end. A response that an extension has not decided about is forwarded.
    package func stop() async {
        isStopping = true
        for waiter in waiting.values { waiter.resume(returning: false) }
        waiting = [:]
        for process in processes.values { process.cancel() }
        for process in Array(processes.values) { _ = await process.value }
    }

    /// Returns whether an application has an enabled content extension for a category.
    package func draws(_ app: String, _ category: String) async -> Bool {
        await dependencies.program(app, category) != nil
    }

    // MARK: - Actions

    /// Gives the person's response to the extension, and returns its decision.
    ///
    /// Without an answer of the extension the response is forwarded. After ``DrawnAction/kept(_:)`` the caller stores
    /// the drawing and calls ``settled(_:)``.
    package func decide(_ response: Response, _ id: Int64) async -> DrawnAction {
        let app = response.notification.app
        let category = response.notification.request.content.categoryIdentifier
        guard let before = (try? await store.occurrence(id)) ?? nil, let turn = await turn(of: before) else {
            return .forwarded
        }
        defer { endTurn(turn) }
        // The occurrence is read again, because a run that has just ended may have changed its drawing.
        guard let occurrence = (try? await store.occurrence(id)) ?? nil,
            let program = await dependencies.program(app, category)
        else { return .forwarded }
        let action = ExtensionAction(identifier: response.actionIdentifier, text: response.userText)
        let event = RunEvent(occurrence: occurrence, picture: await dependencies.picture(), action: action)
        guard let answer = await answer(to: event, program, turn) else { return .forwarded }
        switch answer.option ?? .dismissAndForwardAction {
        case .doNotDismiss: return .kept(answer.drawing)
        case .dismiss, .dismissAndForwardAction:
            await settle(answer.drawing.picture, isStored: false)
            return answer.option == .dismiss ? .dismissed : .forwarded
        }
    }

    /// Ends the protection of a new picture's copy, and removes the copy if its drawing is not stored.
    package func settled(_ action: DrawnAction, isStored: Bool) async {
        if case .kept(let drawing) = action { await settle(drawing.picture, isStored: isStored) }
    }

    // MARK: - Runs

    /// Waits for the turn of an occurrence's run; nil if the agent stops, or if there can be no run, which is logged.
    func turn(of occurrence: Occurrence) async -> UInt64? {
        guard !isStopping else { return nil }
        guard breakers.pausedUntil(occurrence.app, at: clock.sinceBoot) == nil else {
            noteBypass(of: occurrence, .paused)
            return nil
        }
        lastTurn += 1
        let turn = ContentTurns.Turn(id: lastTurn, app: occurrence.app, occurrence: occurrence.id)
        switch turns.arrive(turn) {
        case .begins: return turn.id
        case .refused:
            noteBypass(of: occurrence, .tooMany)
            return nil
        case .waits: return await begins(turn.id) ? turn.id : nil
        }
    }

    /// Waits until a run may begin; returns false if the agent ends first.
    private func begins(_ id: UInt64) async -> Bool {
        await withCheckedContinuation { continuation in
            // The run's turn may have come before this continuation was made.
            if isStopping || turns.runs(id) { return continuation.resume(returning: !isStopping) }
            waiting[id] = continuation
        }
    }

    func endTurn(_ id: UInt64) {
        for turn in turns.end(id) { waiting.removeValue(forKey: turn.id)?.resume(returning: true) }
    }

    /// Runs the extension's process, and returns how the process has ended.
    func outcome(of call: RunCall, _ turn: UInt64) async -> ExtensionOutcome {
        // Why: this is a task of its own, because the end of the agent cancels it.
        let process = Task { [dependencies] in await dependencies.run(call) }
        processes[turn] = process
        defer { processes[turn] = nil }
        if isStopping { process.cancel() }
        return await process.value
    }

    // MARK: - Copies of pictures

    func protect(_ copy: PictureCopy, _ picture: String) { copies[picture] = copy }

    func settle(_ picture: String?, isStored: Bool) async {
        guard let picture, let copy = copies.removeValue(forKey: picture) else { return }
        await dependencies.keptFiles(copy.home, isStored ? nil : copy.request, copy.app)
        // The picture that the newly stored picture replaces is not needed any more.
        if isStored { await dependencies.sweep(copy.app, copy.request.identifier) }
    }
}

/// The agent's copy of a picture, and a request that has only this picture.
struct PictureCopy: Sendable {
    let home: String
    let request: Request
    let app: String
}
