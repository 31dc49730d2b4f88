// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension DelegateKind {
    /// What only one language mode accepts.
    @MainActor
    static func more(_ name: String) -> (any UNUserNotificationCenterDelegate)? { nil }
}
