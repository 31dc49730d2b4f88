// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers
import ZoneFiles

extension ZoneReader {
    /// What says which zone the person is in.
    package enum Source: Hashable, Sendable {
        /// The variable `TZ`, with its value.
        case variable(String, isKnown: Bool)
        /// The link or the file `localtime`, by its path.
        case link(String)
        /// The file `timezone`, by its path.
        case name(String)
        /// Nothing: it is UTC.
        case none
        /// A test says it.
        case testClock
    }

    /// What says it now, in the order of ``read()``.
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
