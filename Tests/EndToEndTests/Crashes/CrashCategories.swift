// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The application's categories: those that were handed over last, and no others.
struct CrashCategories {
    private(set) var version = 0
    /// Handed over when the agent died.
    private var unsure: Int?

    mutating func set(_ version: Int, isSure: Bool) {
        if isSure { (self.version, unsure) = (version, nil) } else { unsure = version }
    }

    /// Which is the next.
    var next: Int { (unsure ?? version) + 1 }

    /// What is wrong with the list, which has this version; nil for nothing.
    mutating func check(_ found: Int) -> String? {
        defer { unsure = nil }
        if found == unsure { version = found }
        return found == version ? nil : "categories of version \(version) were set, and \(found) is there"
    }
}
