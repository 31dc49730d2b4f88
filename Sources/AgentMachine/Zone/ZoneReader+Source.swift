// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers
import ZoneFiles

extension ZoneReader {
    /// The source of the person's time zone.
    package enum Source: Hashable, Sendable {
        /// The variable `TZ`, with its value.
        case variable(String, isKnown: Bool)
        /// The link or the file `localtime`, by its path.
        case link(String)
        /// The file `timezone`, by its path.
        case name(String)
        /// No source: the zone is UTC.
        case none
        /// A test's clock has set the zone.
        case testClock
    }

    /// Returns the source that counts now, in the order of ``read()``.
    package func source() -> Source {
        switch ZoneVariable(variable, in: zones) {
        case .zone: .variable(variable ?? "", isKnown: true)
        case .unknown(let value): .variable(value, isKnown: false)
        case .machine:
            switch machine?.source {
            case .link: .link("\(folder)/localtime")
            case .name: .name("\(folder)/timezone")
            case nil: .none
            }
        }
    }
}
