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

    /// The variables with the sanitizers' options, for a program that gets no other variables of this process.
    package static let options = ["ASAN_OPTIONS", "TSAN_OPTIONS"].reduce(into: [String: String]()) { options, name in
        options[name] = getenv(name).map { String(cString: $0) }
    }

    /// Tells whether memory sizes can be tested: a sanitizer keeps freed memory, and its own tables.
    package static let leavesMemoryAlone: Bool = {
        if let current { print("NOT TESTED HERE: sizes in memory. The \(current.rawValue) sanitizer has its own.") }
        return current == nil
    }()

    /// Tells whether a program runs with a limit on its address space, which a sanitizer fills with its own tables.
    package static let leavesAddressSpace: Bool = {
        if let current { print("NOT TESTED HERE: memory limits. The \(current.rawValue) sanitizer exceeds them.") }
        return current == nil
    }()

    /// Returns the size of a flood to test: with a sanitizer, a full one would exceed the time limit of a call.
    package static func portion(_ count: Int) -> Int { current == nil ? count : count / 5 }
}
