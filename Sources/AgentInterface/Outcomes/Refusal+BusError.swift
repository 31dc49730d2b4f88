// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

extension Refusal: BusNamedError {
    /// What the names of refusals begin with on the bus.
    package static let busPrefix = "org.belfry.Error."

    package var busError: BusError { BusError(name: Self.busPrefix + code.rawValue, message: message) }

    /// The refusal that `error` carries.
    ///
    /// Nil for a failure and for the bus's own errors.
    package init?(_ error: BusError) {
        guard error.name.hasPrefix(Self.busPrefix),
            let code = Code(rawValue: String(error.name.dropFirst(Self.busPrefix.count)))
        else { return nil }
        self.init(code, error.message)
    }
}
