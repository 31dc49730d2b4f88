// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import DBus
package import EventLoop
package import Logging

/// Watches for changes of the time zone and of zone rules, and for the end of sleep.
///
/// The zone comes from `/etc/localtime` and timedate1. The end of sleep comes from logind; the kernel also reports it
/// to alarms, as if the clock had been set. NetworkManager reports that the machine has connected to the internet. The
/// agent also runs without a system bus or these services.
package actor MachineWatch: LoopActor {
    package nonisolated let loop: EventLoop

    private let clock: SystemClock
    private let systemBus: SystemBus
    private let logger: Logger
    private let zoneChanged: @Sendable () -> Void
    private let rulesChanged: @Sendable () -> Void
    private let woke: @Sendable () -> Void
    private let cameOnline: @Sendable () -> Void

    private var folder: FolderWatch?
    private var rules: ZoneWatch?
    private var subscriptions: [Subscription] = []

    /// NetworkManager's number for a machine that is connected to the internet: `NM_STATE_CONNECTED_GLOBAL`.
    private static let connectedGlobally: UInt32 = 70

    /// Creates a watch; its closures are called on the system bus's event loop.
    package init(
        clock: SystemClock, systemBus: SystemBus, logger: Logger,
        zoneChanged: @escaping @Sendable () -> Void, rulesChanged: @escaping @Sendable () -> Void = {},
        woke: @escaping @Sendable () -> Void, cameOnline: @escaping @Sendable () -> Void = {}
    ) {
        self.clock = clock
        self.systemBus = systemBus
        self.loop = systemBus.loop
        self.logger = logger
        self.zoneChanged = zoneChanged
        self.rulesChanged = rulesChanged
        (self.woke, self.cameOnline) = (woke, cameOnline)
    }

    /// Starts watching the zone files and the system bus; a source that can't be watched is logged and left out.
    package func start() async {
        if let path = clock.zoneFolder {
            do {
                folder = try FolderWatch(path, names: ["localtime", "timezone"], on: loop) { [weak self] in
                    self?.assumeIsolated { $0.readZone() }
                }
            } catch {
                logger.warning(
                    "Could not watch the files that name the time zone",
                    metadata: [LogKey.path: "\(path)", LogKey.error: "\(ErrorSummary(error))"])
            }
            // The zone may have changed after the agent's clock read the zone, and before the watch started.
            readZone()
        }
        // The rules are watched on `EventLoop.worker`: on the agent's loop, each descriptor would slow all messages.
        let rules = ZoneWatch(clock.zones, on: .worker, logger: logger) { [weak self, loop] in
            loop.perform { [weak self] in self?.assumeIsolated { $0.readRules() } }
        }
        self.rules = rules
        await rules.start()
        do {
            try await listen()
        } catch {
            logger.info("Could not subscribe to the system bus", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func listen() async throws {
        let connection = try await systemBus.connected()
        let sleep = MatchRule(
            sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep")
        let woken = try await connection.subscribe(to: sleep) { [woke] message in
            if case .boolean(false)? = message.arguments.first { woke() }
        }
        subscriptions.append(woken)
        let network = MatchRule(
            sender: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
            interface: "org.freedesktop.NetworkManager", member: "StateChanged")
        let connected = try await connection.subscribe(to: network) { [cameOnline] message in
            if case .uint32(Self.connectedGlobally)? = message.arguments.first { cameOnline() }
        }
        subscriptions.append(connected)
        guard clock.zoneFolder != nil else { return }
        let zone = MatchRule.propertiesChanged(
            of: "org.freedesktop.timedate1", at: "/org/freedesktop/timedate1", from: "org.freedesktop.timedate1")
        let told = try await connection.subscribe(to: zone) { [weak self] _ in
            self?.assumeIsolated { $0.readZone() }
        }
        subscriptions.append(told)
    }

    private func readZone() { if clock.readZone() { zoneChanged() } }

    private func readRules() {
        _ = clock.readZone()
        rulesChanged()
    }

    package func stop() async {
        folder = nil
        await rules?.stop()
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
    }
}
