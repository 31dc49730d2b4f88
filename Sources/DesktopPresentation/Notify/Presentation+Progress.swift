// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

extension Presentation {
    /// The progress in per cent: `progress`, or else the hint `value`.
    package var percentDone: Int? {
        if let progress { return progress }
        guard case .integer(let value)? = hints["value"], (0...100).contains(value) else { return nil }
        return Int(value)
    }
}
