// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import DBus
import DesktopPresentation
package import EventLoop
package import Logging

/// The lock state of the person's session, from logind or a screensaver.
///
/// logind's hint counts once it has been true, because many lockers never set the hint, which then stays false. Until
/// then a screensaver on the session bus counts (`research/freedesktop-desktop.md` §3).
package actor SessionLock: LoopActor {
    package nonisolated let loop: EventLoop

    private(set) var state = SessionLockState.unknown
    /// The source of the state, for people: `logind session c2`, `org.gnome.ScreenSaver`; `none` without a source.
    private(set) var source = "none"

    /// The session that was active when the screen was locked.
    private var lockedSession: String?
    private let logind: LogindSession
    private let screenSavers: ScreenSavers
    private let logger: Logger
    private var changed: (@Sendable () -> Void)?

    package init(connection: Connection, systemBus: SystemBus, logger: Logger) {
        loop = connection.loop
        self.logger = logger
        logind = LogindSession(on: systemBus, logger: logger)
        screenSavers = ScreenSavers(on: connection, logger: logger)
    }

    /// Subscribes to changes of the lock state; returns when logind and the screensavers have been asked.
    ///
    /// The closure is called on the event loop, after each change of the state.
    package func start(changed: @escaping @Sendable () -> Void) async {
        self.changed = changed
        let look: @Sendable () -> Void = { [weak self] in self?.assumeIsolated { $0.look() } }
        await screenSavers.start(changed: look)
        await logind.start(changed: look)
    }

    package func stop() {
        changed = nil
        logind.assumeIsolated { $0.stop() }
        screenSavers.assumeIsolated { $0.stop() }
    }

    /// An unlocked session that replaced the locked one on the screen, because somebody has logged in; nil if none.
    private var otherSession: String? {
        guard state == .locked, let lockedSession, let followed = logind.assumeIsolated({ $0.followed }),
            followed.session != lockedSession, !followed.isLocked
        else { return nil }
        return followed.session
    }

    private func look() {
        let (isLocked, source) =
            if let told = logind.assumeIsolated({ $0.told }) {
                (Optional(told.isLocked), "logind session \(told.session)")
            } else if let told = screenSavers.assumeIsolated({ $0.told }) {
                (Optional(told.isActive), told.name)
            } else if let other = otherSession {
                (Optional(false), "logind session \(other)")
            } else {
                (Bool?.none, "none")
            }
        // The source of the lock state may exit, or restart without its state, while the screen is locked. That does
        // not count as unlocking.
        let silent = state == .locked ? SessionLockState.locked : .unknown
        let state = isLocked.map { $0 ? SessionLockState.locked : .unlocked } ?? silent
        if isLocked == true { lockedSession = logind.assumeIsolated { $0.followed?.session } }
        guard state != self.state || source != self.source else { return }
        let isNews = state != self.state
        self.state = state
        self.source = source
        logger.info("The session's lock changed", metadata: [LogKey.status: "\(state)", LogKey.source: "\(source)"])
        if isNews { changed?() }
    }
}
