// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension DelegateKind {
    /// Delegates that compile in this language mode only.
    @MainActor
    static func more(_ name: String) -> (any UNUserNotificationCenterDelegate)? { nil }
}
