// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ZoneReader {
    /// What says which zone the person is in.
    enum Source: Hashable, Sendable {
        /// The variable `TZ`, with its value.
        case variable(String, isKnown: Bool)
        /// The link `localtime`, by its path.
        case link(String)
        /// The file `timezone`, by its path.
        case name(String)
        /// Nothing: it is Foundation's own choice.
        case none
        /// A test says it.
        case testClock
    }

    /// What says it now, in the order of ``read()``.
    ///
    /// - Parameter environment: That of this process.
    /// - Returns: The first that names a zone.
    func source(environment: [String: String] = ProcessInfo.processInfo.environment) -> Source {
        if fixed != nil {
            let value = environment["TZ"] ?? ""
            return .variable(value, isKnown: Self.isZone(value))
        }
        let link = "\(folder)/localtime"
        if Self.linkedZone(link) != nil { return .link(link) }
        let file = "\(folder)/timezone"
        return Self.namedZone(file) != nil ? .name(file) : .none
    }
}
