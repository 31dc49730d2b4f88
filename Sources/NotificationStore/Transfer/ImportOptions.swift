// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// How an import goes in.
package struct ImportOptions: Sendable {
    /// Names the export: one that was imported before changes nothing; empty is never known.
    package var file: String
    /// What exists gives way; else it stays, and what is imported is left out.
    package var replaces: Bool
    /// Imports what was imported before, too.
    package var again: Bool
    /// Does all of it, and takes it back.
    package var isTrial: Bool
    /// How much of an application's requests may wait.
    package var quota: @Sendable (_ app: String) -> Quota

    package init(
        file: String, replaces: Bool = false, again: Bool = false, isTrial: Bool = false,
        quota: @escaping @Sendable (String) -> Quota = { _ in Quota() }
    ) {
        self.file = file
        self.replaces = replaces
        self.again = again
        self.isTrial = isTrial
        self.quota = quota
    }
}
