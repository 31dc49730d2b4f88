// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A call that is refused because of the caller's mistake; the codes are a closed, documented list.
///
/// All other errors are *failures* and are thrown as they are. On D-Bus a refusal is `org.belfry.Error.<Code>`;
/// `dbus/org.belfry.NotificationCenter1.xml` documents each code.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Kind of refusal; the raw value is the last part of its D-Bus error name.
    package enum Code: String, CaseIterable, Sendable {
        /// The request has a missing, unknown, mistyped or contradictory key.
        case invalidRequest = "InvalidRequest"
        /// The trigger can never fire, lies in the past, or repeats more often than every 60 seconds.
        case invalidTrigger = "InvalidTrigger"
        /// An attached file is missing, too large, not a regular file, or not a valid picture, sound or film.
        case invalidAttachment = "InvalidAttachment"
        /// A text, a dictionary or a list is over its limit.
        case contentTooLarge = "ContentTooLarge"
        /// The application has reached a limit: of pending requests, of their bytes, or of bytes of attached files.
        case tooManyRequests = "TooManyRequests"
        /// The application may not send notifications, or may not use a function such as the badge or the location.
        case notAuthorized = "NotAuthorized"
        /// No pending or delivered request has this identifier.
        case noSuchRequest = "NoSuchRequest"
        /// The store cannot be read or written at the moment.
        case storeUnavailable = "StoreUnavailable"
        /// There is no notification server, and the caller asked not to wait for one.
        case serverUnavailable = "ServerUnavailable"
    }

    package let code: Code
    /// A sentence that tells developers the wrong key, its value and the limit; it may change between releases.
    package let message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package static func invalidRequest(_ message: String) -> Refusal { Refusal(.invalidRequest, message) }
    package static func invalidTrigger(_ message: String) -> Refusal { Refusal(.invalidTrigger, message) }
    package static func invalidAttachment(_ message: String) -> Refusal { Refusal(.invalidAttachment, message) }
    package static func contentTooLarge(_ message: String) -> Refusal { Refusal(.contentTooLarge, message) }
    package static func notAuthorized(_ message: String) -> Refusal { Refusal(.notAuthorized, message) }

    package var description: String { "\(code.rawValue): \(message)" }
}
