// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The sanitizer with which the tests, and the programs that they start, were built: `swift build --sanitize`.
package enum Sanitizer: String, Sendable {
    case address, thread

    /// The sanitizer of this build; nil in an ordinary build.
    package static let current: Sanitizer? =
        if dlsym(nil, "__asan_init") != nil {
            .address
        } else if dlsym(nil, "__tsan_init") != nil {
            .thread
        } else {
            nil
        }

    /// Tells whether memory sizes can be tested: a sanitizer keeps freed memory, and its own tables.
    package static let leavesMemoryAlone: Bool = {
        if let current { print("NOT TESTED HERE: sizes in memory. The \(current.rawValue) sanitizer has its own.") }
        return current == nil
    }()

    /// Returns the size of a flood to test: with a sanitizer, a full one would exceed the time limit of a call.
    package static func portion(_ count: Int) -> Int { current == nil ? count : count / 5 }
}
