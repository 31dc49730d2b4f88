// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Programs for Apple's systems read an attachment between these two calls. Foundation on Linux doesn't have them.

extension URL {
    /// Always true: on Linux a file that the program can open needs no further right.
    @discardableResult
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Does nothing: on Linux a file that the program can open needs no further right.
    public func stopAccessingSecurityScopedResource() {}
}
