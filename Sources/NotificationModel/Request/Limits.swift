// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Size limits of requests. A value over its limit is refused, never cut.
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
    /// Pixels of one attached picture, which is decoded in full.
    package static let attachmentPixels = 50_000_000
    /// Bytes of one attached sound.
    package static let attachedSoundBytes = 5 * 1024 * 1024
    /// Bytes of one attached film.
    package static let attachedFilmBytes = 50 * 1024 * 1024
    /// Categories of one application.
    package static let categories = 1000
    /// Commands of one request's `on`.
    package static let commands = 32
    /// UTF-8 bytes of one command of `on`, with all its arguments.
    package static let commandBytes = 8 * 1024
    /// UTF-8 bytes of the URL that a request opens.
    package static let urlBytes = 8 * 1024
    /// UTF-8 bytes of the environment of a request's commands.
    package static let environmentBytes = 32 * 1024
    /// UTF-8 bytes of text typed into a prompt; longer text is cut.
    package static let userTextBytes = 8 * 1024
    /// Maximum number of items that one notification may stand for in its group's summary.
    package static let summaryArgumentCount = 1_000_000
    /// Prefix of the identifiers that the agent gives its own notifications; callers may not use it.
    package static let reservedPrefix = "belfry."
    /// Nesting depth of arrays and dictionaries in user info.
    package static let userInfoDepth = 32
    /// Snooze buttons of one request; also the limit of its early warnings.
    package static let choices = 8
    /// Pending requests of one application, unless `config.toml` sets another limit.
    package static let pendingRequests = 100_000
    /// Bytes of one application's waiting requests in the store, unless `config.toml` sets another limit.
    package static let pendingBytes = 256 << 20
    /// Bytes of one application's copies of attached files, unless `config.toml` sets another limit.
    package static let keptAttachmentBytes = 1 << 30
    /// Delivered notifications kept for one application; the oldest are removed first.
    package static let deliveredNotifications = 1000
    /// Unclaimed responses kept for one application; the oldest are removed first.
    package static let unclaimedResponses = 1000
}
