// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a request may weigh. A value over its limit is refused, never cut.
///
/// The numbers are part of the contract: `dbus/org.belfry.NotificationCenter1.xml` repeats them.
package enum Limits {
    /// UTF-8 bytes of an identifier: of a request, an action, a category, a thread.
    package static let identifierBytes = 256
    /// UTF-8 bytes of a title or subtitle.
    package static let titleBytes = 1024
    /// UTF-8 bytes of a body.
    package static let bodyBytes = 8 * 1024
    /// Bytes of user info, measured as JSON.
    package static let userInfoBytes = 64 * 1024
    /// UTF-8 bytes of a button's title or a placeholder.
    package static let labelBytes = 256
    /// Buttons on one notification or category.
    package static let actions = 16
    /// Files attached to one request.
    package static let attachments = 10
    /// Bytes of one attached picture.
    package static let attachmentBytes = 10 * 1024 * 1024
    /// Pixels of one attached picture: it is decoded in full.
    package static let attachmentPixels = 50_000_000
    /// Bytes of one attached sound.
    package static let attachedSoundBytes = 5 * 1024 * 1024
    /// Bytes of one attached film.
    package static let attachedFilmBytes = 50 * 1024 * 1024
    /// Categories of one application.
    package static let categories = 1000
    /// Commands of one request's `on`.
    package static let commands = 32
    /// UTF-8 bytes of one command of `on`, its arguments taken together.
    package static let commandBytes = 8 * 1024
    /// UTF-8 bytes of the URL that a request opens.
    package static let urlBytes = 8 * 1024
    /// UTF-8 bytes of the environment handed over with a request's commands.
    package static let environmentBytes = 32 * 1024
    /// UTF-8 bytes of what is typed into a prompt; more is cut.
    package static let userTextBytes = 8 * 1024
    /// What one notification may count for in its group's summary.
    package static let summaryArgumentCount = 1_000_000
    /// What the identifiers begin with that the agent gives its own notifications, and nobody else may give.
    package static let reservedPrefix = "belfry."
    /// Nesting of arrays and dictionaries in user info.
    package static let userInfoDepth = 32
    /// Built-in snooze buttons and early warnings of one request, each.
    package static let choices = 8
    /// Requests of one application that may be pending, unless `config.toml` says otherwise.
    package static let pendingRequests = 100_000
    /// Bytes that the store has of one application's requests that wait, unless `config.toml` says otherwise.
    package static let pendingBytes = 256 << 20
    /// Bytes of the copies of attached files that one application may have, unless `config.toml` says otherwise.
    package static let keptAttachmentBytes = 1 << 30
    /// Delivered notifications kept for one application; the oldest go first.
    package static let deliveredNotifications = 1000
    /// Responses kept for one application that nobody has fetched; the oldest go first.
    package static let unclaimedResponses = 1000
}
