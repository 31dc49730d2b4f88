// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

extension Refusal: BusNamedError {
    /// Prefix of the refusals' error names on the bus.
    package static let busPrefix = "org.belfry.Error."

    package var busError: BusError { BusError(name: Self.busPrefix + code.rawValue, message: message) }

    /// Converts an error of the bus; nil if the error isn't a refusal.
    package init?(_ error: BusError) {
        guard error.name.hasPrefix(Self.busPrefix),
            let code = Code(rawValue: String(error.name.dropFirst(Self.busPrefix.count)))
        else { return nil }
        self.init(code, error.message)
    }
}
