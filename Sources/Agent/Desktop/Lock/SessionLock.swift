// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Logging

/// Whether the person's session is locked, from whoever tells it.
///
/// logind's hint counts once it has changed, or says that the session is locked: many lockers never set it. Else a
/// screensaver on the session's bus counts (`research/freedesktop-desktop.md` §3).
actor SessionLock {
    enum State: String, Hashable, Sendable {
        case locked, unlocked
        /// Nobody tells: as good as unlocked.
        case unknown
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private(set) var state = State.unknown
    /// Who says so, for a person: `logind session c2`, `org.gnome.ScreenSaver`; `none` where nobody does.
    private(set) var source = "none"

    private let logind: LogindSession
    private let screenSavers: ScreenSavers
    private let logger: Logger
    private var changed: (@Sendable () -> Void)?

    init(connection: Connection, systemBus: SystemBus, logger: Logger) {
        loop = connection.loop
        self.logger = logger
        logind = LogindSession(on: systemBus, logger: logger)
        screenSavers = ScreenSavers(on: connection, logger: logger)
    }

    /// Begins to listen; when it returns, what can be known by asking is known.
    ///
    /// The closure is called on the loop, each time that the state is another.
    func start(changed: @escaping @Sendable () -> Void) async {
        self.changed = changed
        let look: @Sendable () -> Void = { [weak self] in self?.assumeIsolated { $0.look() } }
        await screenSavers.start(changed: look)
        await logind.start(changed: look)
    }

    func stop() {
        changed = nil
        logind.assumeIsolated { $0.stop() }
        screenSavers.assumeIsolated { $0.stop() }
    }

    private func look() {
        let (isLocked, source) =
            if let told = logind.assumeIsolated({ $0.told }) {
                (Optional(told.isLocked), "logind session \(told.session)")
            } else if let told = screenSavers.assumeIsolated({ $0.told }) {
                (Optional(told.isActive), told.name)
            } else {
                (Bool?.none, "none")
            }
        let state = isLocked.map { $0 ? State.locked : .unlocked } ?? .unknown
        guard state != self.state || source != self.source else { return }
        let isNews = state != self.state
        self.state = state
        self.source = source
        logger.info("The session's lock", metadata: [LogKey.status: "\(state)", LogKey.source: "\(source)"])
        if isNews { changed?() }
    }
}
