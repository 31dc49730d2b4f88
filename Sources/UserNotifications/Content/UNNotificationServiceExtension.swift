// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Base class for code that modifies a remote notification before it is presented.
///
/// The class isn't Sendable, because subclasses store the handler and the modified content in variables.
nonisolated open class UNNotificationServiceExtension: NSObject {
    public override init() { super.init() }

    /// Receives a remote notification; the content passed to the handler is presented.
    ///
    /// Only the first call of the handler counts. The base class passes the request's content on unchanged.
    @preconcurrency
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Announces, on another thread and shortly before the time limit, the last chance to call the handler.
    open func serviceExtensionTimeWillExpire() {}
}
