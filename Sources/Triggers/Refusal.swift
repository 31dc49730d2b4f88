// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Something the caller did that is refused: a closed, documented list.
///
/// Anything else that goes wrong is a *failure* and is thrown as whatever error it is.
/// On the bus a refusal is `org.belfry.Error.<Code>`; `dbus/org.belfry.NotificationCenter1.xml`
/// documents each code.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal this is; the raw value is the last part of its name on the bus.
    package enum Code: String, CaseIterable, Sendable {
        /// The request has a missing, unknown, mistyped or contradictory key.
        case invalidRequest = "InvalidRequest"
        /// The trigger can never fire, lies in the past, or repeats more often than every 60 seconds.
        case invalidTrigger = "InvalidTrigger"
        /// An attached file is missing, too large, not a regular one, or not the picture, sound or film that it is to be.
        case invalidAttachment = "InvalidAttachment"
        /// A text, a dictionary or a list is over its limit.
        case contentTooLarge = "ContentTooLarge"
        /// The application has as many waiting requests as it may, as many bytes of them, or of attached files.
        case tooManyRequests = "TooManyRequests"
        /// The application may not notify, or may not do this.
        case notAuthorized = "NotAuthorized"
        /// No pending or delivered request has this identifier.
        case noSuchRequest = "NoSuchRequest"
        /// The store cannot be read or written at the moment.
        case storeUnavailable = "StoreUnavailable"
        /// No notification server is there, and the caller asked not to wait for one.
        case serverUnavailable = "ServerUnavailable"
    }

    package let code: Code
    /// One sentence for a developer: the key, the value and the limit. May change between releases.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package static func invalidRequest(_ message: String) -> Refusal { Refusal(.invalidRequest, message) }
    package static func invalidTrigger(_ message: String) -> Refusal { Refusal(.invalidTrigger, message) }
    package static func invalidAttachment(_ message: String) -> Refusal { Refusal(.invalidAttachment, message) }
    package static func contentTooLarge(_ message: String) -> Refusal { Refusal(.contentTooLarge, message) }
    package static func notAuthorized(_ message: String) -> Refusal { Refusal(.notAuthorized, message) }

    package var description: String { "\(code.rawValue): \(message)" }
}
