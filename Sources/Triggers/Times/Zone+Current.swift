// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import ZoneFiles

extension Zone {
    private static let own = Mutex<Zone?>(nil)

    /// The zone that this process writes dates in: that of `TZ`, else the machine's, when it was first asked for.
    ///
    /// A process that lasts and follows the person to other zones sets it.
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

    /// The machine's zone; UTC where nothing says which it is.
    package init(machine: MachineZone?) {
        guard let machine else {
            self = .gmt
            return
        }
        let isUTC = machine.identifier == "UTC" || machine.identifier == "GMT"
        self = isUTC && machine.rules.isUTC ? .gmt : Zone(identifier: machine.identifier, rules: machine.rules)
    }
}
