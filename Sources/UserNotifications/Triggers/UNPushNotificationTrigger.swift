// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Marks a remote notification; only the system makes one.
///
/// Sendable: it adds nothing to what never changes.
nonisolated open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
