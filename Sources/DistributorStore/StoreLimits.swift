// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The limits of the distributor's store.
package struct StoreLimits: Hashable, Sendable {
    /// Largest number of registrations of one service, and of all services.
    package var registrationsOfService = 300
    package var registrations = 1000
    /// Largest number of messages that wait for one connector, and of the bytes in them.
    package var messages = 1000
    package var bytes = 4 << 20
    /// Number of days for which a message waits for its connector; DistributorStore/noteDay(at:) counts them.
    package var waitingDays = 7
    /// Largest size of a message in bytes; UnifiedPush has the same limit.
    package var messageSize = 4096
    /// Number of message names that are kept for each registration, to recognize a repeated message.
    package var rememberedNames = 512
    /// Number of days of absence after which a service is unregistered.
    package var absentDays = 30

    package init() {}
}
