// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A model of the application's categories: only those of the last successful call exist.
struct CrashCategories {
    private(set) var version = 0
    /// The categories that were being set when the agent died.
    private var unsure: Int?

    mutating func set(_ version: Int, isSure: Bool) {
        if isSure { (self.version, unsure) = (version, nil) } else { unsure = version }
    }

    /// The version of the next set.
    var next: Int { (unsure ?? version) + 1 }

    /// The fault of the list, which has this version; nil if it has none.
    mutating func check(_ found: Int) -> String? {
        defer { unsure = nil }
        if found == unsure { version = found }
        return found == version ? nil : "categories of version \(version) were set, and \(found) is there"
    }
}
