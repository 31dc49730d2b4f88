// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension UNNotificationResponse {
    /// Lets the application raise its window: put it into `XDG_ACTIVATION_TOKEN` or give it to the toolkit.
    ///
    /// Short-lived and for one use. Nil where the desktop gave none. Not one of Apple's.
    public var xdgActivationToken: String? { fields.activationToken }
}
