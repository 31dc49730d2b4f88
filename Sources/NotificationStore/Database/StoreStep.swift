// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The steps inside the store at which a test can let the agent crash.
package enum StoreStep: String, CaseIterable, Sendable {
    /// All readable records are in a new file, which is not marked as complete yet.
    case rescueMade = "rescue-made"
    /// The content of a deleted store is in a file with the replacement's name; no report is written yet.
    case rescueSaved = "rescue-saved"
    /// The new file has the replacement's name, and the old file is still in its place.
    case rescueNamed = "rescue-named"
    /// The old file has a second name, and its write-ahead log does not.
    case rescueLinked = "rescue-linked"
    /// The old file's write-ahead log has a second name, too.
    case rescueAside = "rescue-aside"
    /// The old write-ahead log has lost the name that the new one will have.
    case rescueUnlogged = "rescue-unlogged"
    /// The new file is the store; the person was not told yet.
    case rescuePlaced = "rescue-placed"
    /// Another row of an import is in the transaction.
    case importTaken = "import-taken"
    /// All of an import is in the transaction.
    case importUncommitted = "import-uncommitted"
    /// All of an import is on disk; its caller has no reply yet.
    case importCommitted = "import-committed"

    /// A closure that is called at each step; it does not return if the agent is to crash there.
    package typealias Observer = @Sendable (StoreStep) -> Void
}
