// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How urgent a notification says it is.
package enum Urgency: UInt8, Sendable, CaseIterable {
    case low = 0
    case normal = 1
    /// Never expires by itself.
    case critical = 2
}
