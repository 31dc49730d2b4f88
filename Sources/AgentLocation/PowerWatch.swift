// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DBus
import EventLoop

/// The power supply as UPower tells, and the power profile as power-profiles-daemon tells; each may be missing.
actor PowerWatch: LoopActor {
    nonisolated let loop: EventLoop

    private let systemBus: SystemBus
    /// Reports a change; called on the loop.
    private let tell: @Sendable (PowerState) -> Void
    private var state = PowerState.external
    private var isOnBattery = false
    private var isSaving = false
    private var subscriptions: [Subscription] = []

    /// A property that says something about power, and its place on the bus.
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
            // This call does not start a service that does not run.
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
