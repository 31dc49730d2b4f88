// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Size limits of requests. A value over its limit is refused, never cut.
///
/// The numbers are part of the D-Bus contract: `dbus/org.belfry.NotificationCenter1.xml` repeats them.
package enum Limits {
    /// Largest size of an identifier in UTF-8 bytes: of a request, an action, a category or a thread.
    package static let identifierBytes = 256
    /// Largest size of a title or subtitle in UTF-8 bytes.
    package static let titleBytes = 1024
    /// Largest size of a body in UTF-8 bytes.
    package static let bodyBytes = 8 * 1024
    /// Largest size of user info in bytes, measured as JSON.
    package static let userInfoBytes = 64 * 1024
    /// Largest size of a button's title or a placeholder in UTF-8 bytes.
    package static let labelBytes = 256
    /// Maximum number of buttons on one notification or category.
    package static let actions = 16
    /// Maximum number of files attached to one request.
    package static let attachments = 10
    /// Largest size of one attached picture in bytes.
    package static let attachmentBytes = 10 * 1024 * 1024
    /// Maximum number of pixels of one attached picture, which is decoded in full.
    package static let attachmentPixels = 50_000_000
    /// Largest size of one attached sound in bytes.
    package static let attachedSoundBytes = 5 * 1024 * 1024
    /// Largest size of one attached film in bytes.
    package static let attachedFilmBytes = 50 * 1024 * 1024
    /// Maximum number of categories of one application.
    package static let categories = 1000
    /// Maximum number of commands of one request's `on`.
    package static let commands = 32
    /// Largest size of one command of `on` with all its arguments, in UTF-8 bytes.
    package static let commandBytes = 8 * 1024
    /// Largest size of the URL that a request opens, in UTF-8 bytes.
    package static let urlBytes = 8 * 1024
    /// Largest size of the environment of a request's commands in UTF-8 bytes.
    package static let environmentBytes = 32 * 1024
    /// Largest size of text typed into a prompt, in UTF-8 bytes; longer text is cut.
    package static let userTextBytes = 8 * 1024
    /// Maximum number of items that one notification may stand for in its group's summary.
    package static let summaryArgumentCount = 1_000_000
    /// Prefix of the identifiers that the agent gives its own notifications; callers may not use it.
    package static let reservedPrefix = "belfry."
    /// Maximum nesting depth of arrays and dictionaries in user info.
    package static let userInfoDepth = 32
    /// Maximum number of snooze buttons of one request, and of early warnings.
    package static let choices = 8
    /// Maximum number of pending requests of one application, unless `config.toml` sets another limit.
    package static let pendingRequests = 100_000
    /// Largest size of one application's pending requests in the store in bytes, unless `config.toml` sets another.
    package static let pendingBytes = 256 << 20
    /// Largest size of one application's copies of attached files in bytes, unless `config.toml` sets another.
    package static let keptAttachmentBytes = 1 << 30
    /// Maximum number of delivered notifications kept for one application; the oldest are removed first.
    package static let deliveredNotifications = 1000
    /// Maximum number of unclaimed responses kept for one application; the oldest are removed first.
    package static let unclaimedResponses = 1000
    /// Maximum number of one application's requests that wait for a place; Core Location has the same limit.
    package static let locationRequests = 20
    /// Maximum number of places that the person has named.
    package static let places = 100
}
