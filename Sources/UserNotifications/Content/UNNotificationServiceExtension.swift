// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Rewrites a remote notification before it is shown; to be subclassed.
///
/// Not Sendable, as the classes made of it keep the handler and the best attempt in variables.
nonisolated open class UNNotificationServiceExtension: NSObject {
    public override init() { super.init() }

    /// Gets a remote notification; the content that the handler is called with is shown.
    ///
    /// Only the first call of the handler counts. This one passes the content on as it is.
    @preconcurrency
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Called shortly before the time is up, on another thread: the last chance to call the handler.
    open func serviceExtensionTimeWillExpire() {}
}
