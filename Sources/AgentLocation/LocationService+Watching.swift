// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import NotificationStore
import Triggers

/// Watches the power supply and the networks while a request or a program needs the location.
extension LocationService {
    func watchPower(_ isNeeded: Bool) async {
        guard isNeeded != (power != nil) else { return }
        guard isNeeded else {
            await power?.stop()
            power = nil
            return
        }
        let watch = PowerWatch(systemBus: systemBus) { [weak self] state in
            self?.assumeIsolated { $0.handle(.powerChanged(state)) }
        }
        power = watch
        await watch.start()
    }

    func watchNetworks(_ isNeeded: Bool) async {
        guard isNeeded else {
            await wireless?.stop()
            (wireless, knowledge.networks) = (nil, nil)
            timers.absence.take()?.timer.cancel()
            return
        }
        guard wireless == nil else { return add(.networks) }
        let wireless = WirelessNetworks(systemBus: systemBus, logger: logger) { [weak self] names in
            self?.assumeIsolated { service in
                service.knowledge.networks = names
                service.add(.networks)
            }
        }
        self.wireless = wireless
        await wireless.start()
    }
}
