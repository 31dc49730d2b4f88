// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension UNUserNotificationCenter {
    /// Whether the person is using the application now; true until the application says otherwise.
    ///
    /// Linux only. A program can't be in the foreground on a desktop in the way that it is on a phone: one that runs and has a delegate
    /// counts as active, and its delegate is asked before a notification is shown. A program that
    /// knows better, because none of its windows is active, sets this to false: its notifications
    /// are then shown as if it did not run. Responses come all the same.
    public var treatsApplicationAsActive: Bool {
        get { delegation.isActive }
        set { delegation.isActive = newValue }
    }
}
