// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The clock as the agent last saw it: what has changed since is to be made up for.
package struct ClockRecord: Hashable, Sendable {
    /// Names the run of the machine that ``offset`` belongs to.
    package var boot: String
    /// The wall clock minus the time since boot, in seconds: changes when somebody sets the clock.
    package var offset: Double
    /// The person's zone.
    package var zone: String

    /// Names the rules of the zones that dates were worked out by; nil where an earlier version did.
    package var rules: String?

    package init(boot: String, offset: Double, zone: String, rules: String? = nil) {
        self.boot = boot
        self.offset = offset
        self.zone = zone
        self.rules = rules
    }
}
