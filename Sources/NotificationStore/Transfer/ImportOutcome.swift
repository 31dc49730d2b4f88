// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What has become of an import.
package struct ImportOutcome: Sendable {
    /// What went in, by kind; those that took another's place are among them.
    package var imported: [StoreRecord.Kind: Int] = [:]
    /// What is there already and stayed as it was; lines of the log are not counted.
    package var kept = 0
    /// What had to give way.
    package var replaced = 0
    /// Delivered notifications that had to give way, for the caller to take off the screen.
    package var ended: [Occurrence] = []
    /// Pending requests that had to give way, for the caller to take their copies away.
    package var gaveWay: [(app: String, identifier: String)] = []
    /// When the same export was imported before; nothing was done now. Nil where it was not, or is done again.
    package var before: Date?

    /// Nothing has come in.
    package init() {}
}
