// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

/// One row of what `AddAll` answers.
package enum AddedRow {
    /// Why its request was not taken: a ``NotificationModel/Refusal`` where it is one of the contract's, else a ``DBus/BusError``.
    ///
    /// Nil for one that was.
    package static func error(of row: [String: Value]) -> (any Error)? {
        guard let name = row["error"]?.string else { return nil }
        let error = BusError(name: name, message: row["message"]?.string ?? "")
        return Refusal(error) ?? error
    }
}
