// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The trigger of a remote notification; only the system creates one.
///
/// It is Sendable because it has no fields of its own.
nonisolated open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
