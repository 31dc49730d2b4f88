// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The steps inside the store at which a test can let the agent crash.
package enum StoreStep: String, CaseIterable, Sendable {
    /// All readable records of a damaged or missing store are in a new file, which is not marked as complete yet.
    case rescueMade = "rescue-made"
    /// The content of a deleted store is in a file that is ready to replace the store's file; no report is written yet.
    case rescueSaved = "rescue-saved"
    /// The new file is ready to replace the store's old file, which is still in its place.
    case rescueNamed = "rescue-named"
    /// The store's old file has a second name; its write-ahead log has none yet.
    case rescueLinked = "rescue-linked"
    /// The old file's write-ahead log has a second name as well, if the old file is kept.
    case rescueAside = "rescue-aside"
    /// The old file's write-ahead log no longer has the name that the new file's log will have.
    case rescueUnlogged = "rescue-unlogged"
    /// The new file is the store; the person was not told of the rescue yet.
    case rescuePlaced = "rescue-placed"
    /// Another row of an import is in the transaction.
    case importTaken = "import-taken"
    /// All rows of an import are in the transaction, which is not committed yet.
    case importUncommitted = "import-uncommitted"
    /// All rows of an import are on disk; the caller of the import has no reply yet.
    case importCommitted = "import-committed"

    /// A closure that is called at each step; it does not return from a step at which the agent is to crash.
    package typealias Observer = @Sendable (StoreStep) -> Void
}
