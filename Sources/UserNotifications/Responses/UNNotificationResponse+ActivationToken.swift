// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension UNNotificationResponse {
    /// Token with which the application can raise its window: set it as `XDG_ACTIVATION_TOKEN` or give it to the
    /// toolkit.
    ///
    /// It expires soon and can be used once; nil if the desktop gave none. Apple has no such property.
    public var xdgActivationToken: String? { fields.activationToken }
}
