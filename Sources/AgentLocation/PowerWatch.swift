// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DBus
import EventLoop

/// Watches the power supply by UPower, and the power profile by power-profiles-daemon; either daemon may be missing.
actor PowerWatch: LoopActor {
    nonisolated let loop: EventLoop

    private let systemBus: SystemBus
    /// Reports the new state when it has changed; called on the event loop.
    private let tell: @Sendable (PowerState) -> Void
    private var state = PowerState.external
    private var isOnBattery = false
    private var isSaving = false
    private var subscriptions: [Subscription] = []

    /// A D-Bus property about the power supply or the power profile, with its bus name and object path.
    private struct Source: Sendable {
        let name: String
        let path: ObjectPath
        let property: String

        static let all = [
            Source(name: "org.freedesktop.UPower", path: "/org/freedesktop/UPower", property: "OnBattery"),
            Source(
                name: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles", property: "ActiveProfile"),
        ]
    }

    init(systemBus: SystemBus, tell: @escaping @Sendable (PowerState) -> Void) {
        (self.systemBus, self.tell) = (systemBus, tell)
        loop = systemBus.loop
    }

    func start() async {
        guard let connection = try? await systemBus.connected() else { return }
        for source in Source.all {
            let rule = MatchRule.propertiesChanged(of: source.name, at: source.path, from: source.name)
            let changed = try? await connection.subscribe(to: rule) { [weak self] message in
                let value = message.changedProperties[source.property]
                self?.assumeIsolated { $0.learn(value, of: source) }
            }
            if let changed { subscriptions.append(changed) }
            // This call does not start UPower or power-profiles-daemon if the daemon does not run.
            let reply = try? await connection.call(
                .getProperty(source.property, of: source.name, at: source.path, in: source.name))
            learn(reply?.arguments.first, of: source)
        }
    }

    func stop() {
        subscriptions.forEach { $0.cancel() }
        subscriptions = []
    }

    private func learn(_ value: Value?, of source: Source) {
        if let isOn = value?.bool { isOnBattery = isOn }
        if let profile = value?.string { isSaving = profile == "power-saver" }
        let new: PowerState = isSaving ? .saver : isOnBattery ? .battery : .external
        guard new != state else { return }
        state = new
        tell(new)
    }
}
