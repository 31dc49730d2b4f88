// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel

/// Notices about a store that was rescued or can't be written, in the person's language or English.
package struct StoreWords: Hashable, Sendable {
    /// Titles, by the fault of the store.
    package let damaged: String
    package let missing: String
    package let deleted: String
    /// A title and a sentence for a store that can't be written, so that due requests can't fire.
    package let stuck: String
    package let unwritable: String
    /// Sentences. `{t}` is a date, `{n}` a number, `{p}` a path.
    package let whole: String
    package let rewritten: String
    package let kept: String
    package let nothing: String
    package let backup: String
    package let noBackup: String
    package let waiting: String
    package let aside: String

    /// Returns the words for an environment's language.
    package static func of(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> StoreWords {
        Language.codes(environment).lazy.compactMap { languages[$0] }.first ?? english
    }

    static let english = StoreWords(
        damaged: "Your reminders were damaged on disk",
        missing: "The file with your reminders was missing",
        deleted: "The file with your reminders was deleted",
        stuck: "Reminders are held up",
        unwritable:
            "The file that they are in can’t be written, maybe because the disk is full. They come as soon as it can.",
        whole: "All of it could be read.",
        rewritten: "It was written anew; nothing is lost.",
        kept: "What could be read was kept.",
        nothing: "Nothing in it could be read.",
        backup:
            "The rest came from the backup of {t}: what is newer may be missing, and something may come a second time.",
        noBackup: "There is no backup: something may be missing.",
        waiting: "Waiting now: {n}.",
        aside: "The file that was there is kept as {p}.")
}
