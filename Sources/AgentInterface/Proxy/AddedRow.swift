// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

/// A row of the reply to `AddAll`.
package enum AddedRow {
    /// Returns the error of a refused request; nil if the request was accepted.
    ///
    /// The error is a ``NotificationModel/Refusal`` if its name is one of the D-Bus interface, else a
    /// ``DBus/BusError``.
    package static func error(of row: [String: Value]) -> (any Error)? {
        guard let name = row["error"]?.string else { return nil }
        let error = BusError(name: name, message: row["message"]?.string ?? "")
        return Refusal(error) ?? error
    }
}
