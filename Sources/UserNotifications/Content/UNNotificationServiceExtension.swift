// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Base class for code that modifies a notification before it is presented.
///
/// The code is a program of its own, which the agent starts for each notification with mutable content; ``run(_:)``
/// makes a program of a subclass.
///
/// The class isn't Sendable, because subclasses store the handler and the modified content in variables.
nonisolated open class UNNotificationServiceExtension: NSObject {
    public override init() { super.init() }

    /// Receives a notification; the content passed to the handler is presented.
    ///
    /// Only the first call of the handler counts, and it ends the program. If the handler isn't called in time, the
    /// original content is presented. The base class passes the request's content on unchanged.
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
