// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The phase of one occurrence on its way from the store to the screen, and off it again.
///
/// ```
/// stored ──▶ queued ──▶ examining ──┬──▶ asking ──┬──▶ listing ──▶ gone
///               ▲                   ├──▶ listing  │
///               │                   ▼             ▼
///               │               preparing ◀───────┘
///               │                │  ▲  ▲ └──────────────(redrawn)──┐
///               │                ▼  │  └──(refused number)         │
///            retrying ◀────── sending ────────▶ open ──────────────┘
///                                │               ├──▶ answered ──▶ closing ──▶ gone
///                                ▼               ├──▶ settling ──▶ resting ──▶ preparing
///                              stored            └──▶ closing
///
/// answered ──▶ open (a content extension keeps the notification)
/// answered ──▶ prompting ──▶ answering ──▶ gone        prompting ──▶ queued (not answered)
/// answered ──▶ holding ──▶ queued (shown with a line that names the press), until the session is unlocked
/// ```
///
/// The diagram has the usual transitions, and ``successors`` has all of them: the model test fails on a transition that
/// is not in that table, and PresentationDiagramTests fails on one in the table that no sequence of events makes.
package enum PresentationPhase: String, Hashable, Sendable, CaseIterable {
    /// Only the store has the occurrence; a record stays in memory if it has marks to remember until the store is read.
    case stored
    /// The occurrence waits for its turn in the queue.
    case queued
    /// The occurrence left the queue, and the person's settings are being read.
    case examining
    /// The running application is being asked how to present the occurrence.
    case asking
    /// The store is being told that the occurrence is not presented: it is only listed, has expired, or has no text.
    case listing
    /// The parts of the `Notify` call are being gathered: picture, sound, category.
    case preparing
    /// `Notify` is on its way, and the reply is awaited.
    case sending
    /// The server did not accept the occurrence, which is sent again after a pause, or to another server.
    case retrying
    /// The server shows the occurrence under a number.
    case open
    /// The person has answered; the server may or may not close the notification by itself.
    case answered
    /// The server has closed the notification; a press that is reported late may still be the reason.
    case settling
    /// The server closed the notification too soon; it is presented again after a pause.
    case resting
    /// The server was asked to close the notification.
    case closing
    /// The person is being asked for text, in a window or a terminal.
    case prompting
    /// The store is being told of a press that waits until the session is unlocked.
    case holding
    /// The answer is being written to the store, and the occurrence is not on the screen.
    case answering
    /// No record is left of the occurrence.
    case gone

    /// The phases in which a record may begin.
    package static let initial: Set<Self> = [.stored, .queued, .open]

    /// The phases that may follow each phase.
    package static let successors: [Self: Set<Self>] = [
        .stored: [.queued, .open, .answering, .gone],
        .queued: [.stored, .examining, .answering, .gone],
        .examining: [.stored, .asking, .listing, .preparing, .retrying, .answering, .gone],
        .asking: [.stored, .listing, .preparing, .gone],
        .listing: [.stored, .answering, .gone],
        .preparing: [.stored, .sending, .open, .answered, .settling, .closing, .answering, .gone],
        .sending: [.stored, .preparing, .retrying, .open, .closing, .answering, .gone],
        .retrying: [.stored, .queued, .answering, .gone],
        .open: [.stored, .preparing, .answered, .settling, .closing, .prompting, .holding, .answering, .gone],
        .answered: [.stored, .open, .closing, .prompting, .holding, .answering, .gone],
        .settling: [.stored, .resting, .prompting, .holding, .answering, .gone],
        .resting: [.preparing, .gone],
        .closing: [.stored, .answering, .gone],
        .prompting: [.stored, .answered, .closing, .answering, .gone],
        .holding: [.stored, .answered, .answering, .gone],
        .answering: [.stored, .answered, .closing, .gone],
    ]
}
