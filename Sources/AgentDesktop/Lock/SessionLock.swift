// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import DBus
import EventLoop
package import Logging

/// Whether the person's session is locked, from whoever tells it.
///
/// logind's hint counts once it has changed, or says that the session is locked: many lockers never set it. Else a
/// screensaver on the session's bus counts (`research/freedesktop-desktop.md` §3).
package actor SessionLock {
    enum State: String, Hashable, Sendable {
        case locked, unlocked
        /// Nobody has told since it was unlocked last: as good as unlocked.
        case unknown
    }

    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) var state = State.unknown
    /// Who says so, for a person: `logind session c2`, `org.gnome.ScreenSaver`; `none` where nobody does.
    private(set) var source = "none"

    /// The one on the screen when it was locked.
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

    /// Begins to listen; when it returns, what can be known by asking is known.
    ///
    /// The closure is called on the loop, each time that the state is another.
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

    /// Another session than the locked one that is on the screen now and isn't locked: somebody has logged in.
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
        // Who told may go, or come anew without a memory, before a locked screen: that is no unlocking.
        let silent = state == .locked ? State.locked : .unknown
        let state = isLocked.map { $0 ? State.locked : .unlocked } ?? silent
        if isLocked == true { lockedSession = logind.assumeIsolated { $0.followed?.session } }
        guard state != self.state || source != self.source else { return }
        let isNews = state != self.state
        self.state = state
        self.source = source
        logger.info("The session's lock", metadata: [LogKey.status: "\(state)", LogKey.source: "\(source)"])
        if isNews { changed?() }
    }
}
