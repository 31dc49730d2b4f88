// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The named steps inside the store at which a debug build of the agent can be made to die, for tests.
package enum StoreStep: String, CaseIterable, Sendable {
    /// Everything that can be read is in a new file, which is not marked as complete yet.
    case rescueMade = "rescue-made"
    /// The content of a deleted store has the replacement's name; no report is written yet.
    case rescueSaved = "rescue-saved"
    /// The new file has that name, and the old one is where it was.
    case rescueNamed = "rescue-named"
    /// The old file has a further name, its log has not.
    case rescueLinked = "rescue-linked"
    /// The old file's log has a further name too.
    case rescueAside = "rescue-aside"
    /// The old log has lost the name that the new file's will have.
    case rescueUnlogged = "rescue-unlogged"
    /// The new file is the store; nobody was told.
    case rescuePlaced = "rescue-placed"
    /// Another row of an import is in the transaction.
    case importTaken = "import-taken"
    /// All of an import is in the transaction.
    case importUncommitted = "import-uncommitted"
    /// All of an import is on disk; its caller has no reply yet.
    case importCommitted = "import-committed"

    /// Told of each step when it is reached; does not return where the agent is to die there.
    package typealias Observer = @Sendable (StoreStep) -> Void
}
