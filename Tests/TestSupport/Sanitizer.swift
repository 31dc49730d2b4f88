// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the tests, and the programs that they start, were built with: `swift build --sanitize`.
package enum Sanitizer: String, Sendable {
    case address, thread

    /// Nil in an ordinary build.
    package static let current: Sanitizer? =
        if dlsym(nil, "__asan_init") != nil {
            .address
        } else if dlsym(nil, "__tsan_init") != nil {
            .thread
        } else {
            nil
        }

    /// Whether what a process has in memory says something of it: a sanitizer keeps what was freed, and books of its own.
    package static let leavesMemoryAlone: Bool = {
        if let current { print("NOT TESTED HERE: sizes in memory. The \(current.rawValue) sanitizer has its own.") }
        return current == nil
    }()

    /// Whether more than this can be asked for at once: an agent with a sanitizer would not have it done in a call's time.
    package static func portion(_ count: Int) -> Int { current == nil ? count : count / 5 }
}
