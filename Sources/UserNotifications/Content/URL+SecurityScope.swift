// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Programs for Apple's systems read an attachment between these two calls. Foundation on Linux lacks them.

extension URL {
    /// Returns true, because on Linux a file that the program can open needs no further permission.
    @discardableResult
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Does nothing, because on Linux a file that the program can open needs no further permission.
    public func stopAccessingSecurityScopedResource() {}
}
