// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Urgency that a notification declares.
package enum Urgency: UInt8, Sendable, CaseIterable {
    case low = 0
    case normal = 1
    /// Notifications with this urgency never expire.
    case critical = 2
}
