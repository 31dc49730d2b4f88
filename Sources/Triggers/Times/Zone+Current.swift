// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import ZoneFiles

extension Zone {
    private static let own = Mutex<Zone?>(nil)

    /// The zone in which this process writes dates: that of `TZ`, or else the machine's zone at the first use.
    ///
    /// A long-lived process sets it when the person's zone changes.
    package static var current: Zone {
        get {
            own.withLock { own in
                if let own { return own }
                let zone = Zone(machine: MachineZone())
                let current = if case .zone(let zone) = ZoneVariable.ofThisProcess { zone } else { zone }
                own = current
                return current
            }
        }
        set { own.withLock { $0 = newValue } }
    }

    /// Creates the machine's zone; UTC if it is unknown.
    package init(machine: MachineZone?) {
        guard let machine else {
            self = .gmt
            return
        }
        let isUTC = machine.identifier == "UTC" || machine.identifier == "GMT"
        self = isUTC && machine.rules.isUTC ? .gmt : Zone(identifier: machine.identifier, rules: machine.rules)
    }
}
