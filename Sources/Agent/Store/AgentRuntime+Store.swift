// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentInbox
import AgentLog
import AgentMachine
import AgentRules
import AgentSchedule
import DBus
import EventLoop
import FoundationEssentials
import Logging
import NotificationStore

/// The agent's store: opening it, rescuing it, and waiting while it can't be used.
extension AgentRuntime {
    /// Shortest and longest pause between tries to open the store; each pause is twice the previous pause.
    private static let shortestPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(10)
    /// Most rescues of the store in one run: without a limit, a failing disk would fill with copies of the store.
    private static let mostRescues = 5

    /// Opens the store and begins a session on it.
    ///
    /// While the store can't be used, every call but the doctor's is refused with the reason, and the agent keeps
    /// trying. Returns nil if the agent is told to stop first. An agent that replaces another has no callers yet, and
    /// throws the reason.
    func begin(_ configuration: Configuration, _ takeover: Takeover? = nil) async throws -> AgentSession? {
        var (room, told): (StoreWaitingRoom?, StoreError?)
        var pause = Self.shortestPause
        while early != .stopped {
            do {
                let store = try await openStore(takeover)
                await room?.close()
                room = nil
                let session = try await connect(store, configuration, takeover)
                if told != nil { logger.notice("The store is usable again") }
                await tellOfRescue(in: session)
                return session
            } catch let error as StoreError {
                guard takeover == nil else { throw error }
                if early == .faulty { early = nil }
                if error != told {
                    logger.error("The store is unusable", metadata: [LogKey.error: "\(ErrorSummary(error))"])
                }
                told = error
                if let room {
                    room.say(error)
                } else {
                    room = try await StoreWaitingRoom(error, paths: paths, address: address, loop: loop)
                }
            }
            if await ended(within: pause) == .stopped { early = .stopped }
            if await room?.isOpen == false { throw BusError.disconnected }
            pause = min(pause * 2, Self.longestPause)
        }
        await room?.close()
        return nil
    }

    /// Opens the store of the state folder under its lock; rescues it if it was damaged, deleted or replaced.
    private func openStore(_ takeover: Takeover?) async throws -> NotificationStore {
        let (folder, now) = (paths.state, clock.now)
        if let store, fault == .deleted {
            report = try await offLoop {
                try StoreRescue.restore(store, in: folder, at: now) { CrashPoint.reached($0) }
            }
        } else {
            store?.close()
        }
        store = nil
        if lock?.holds(folder: folder) != true {
            lock = nil
            lock = try await lockStore(takeover)
            for folder in paths.ownFolders { PrivateFolder.hide(folder) }
        }
        let isDamaged = fault?.isDamage == true
        guard rescues < Self.mostRescues || !isDamaged else {
            throw StoreError("the store was damaged again and again; the disk may be failing")
        }
        let (opened, rescue) = try await offLoop {
            let rescue =
                isDamaged ? try StoreRescue.rescue(folder, cause: .damaged, at: now) { CrashPoint.reached($0) } : nil
            let (opened, another) = try StoreRescue.open(folder, at: now) { CrashPoint.reached($0) }
            return (opened, another ?? rescue)
        }
        if let rescue { report = rescue }
        if rescue?.cause == .damaged { rescues += 1 }
        fault = nil
        store = opened
        let loop = loop
        opened.setFaultHandler { [weak self] error in
            loop.perform { [weak self] in self?.assumeIsolated { $0.storeFailed(error) } }
        }
        return opened
    }

    private func storeFailed(_ error: StoreError) {
        guard fault == nil else { return }
        fault = error
        end(.faulty)
    }

    /// Tells the person once, by a notification, what a rescue did.
    private func tellOfRescue(in session: AgentSession) async {
        guard let report else { return }
        logger.error(
            "The store had to be rescued",
            metadata: [
                LogKey.reason: "\(report.cause)", LogKey.count: "\(report.pending)",
                LogKey.path: "\(report.asidePath ?? paths.store)",
            ])
        self.report = nil
        do {
            try await session.inbox.intake.say(StoreNotification(report: report, timeZone: clock.timeZone).request)
            StoreRescue.hasBeenTold(of: paths.state)
        } catch {
            logger.error(
                "Could not show the notification about the rescued store",
                metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }
}
