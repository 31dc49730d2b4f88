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

    /// Whether memory sizes can be tested: a sanitizer keeps freed memory, and its own tables.
    package static let leavesMemoryAlone = isAbsent("sizes in memory", "has its own")

    /// Whether a Swift program with a memory limit can be tested: the tables of a sanitizer exceed the limit.
    package static let leavesMemoryLimits = isAbsent("memory limits", "exceeds them")

    /// Whether there is no sanitizer; if there is one, prints that something isn't tested, and why.
    private static func isAbsent(_ untested: String, _ reason: String) -> Bool {
        if let current { print("NOT TESTED HERE: \(untested). The \(current.rawValue) sanitizer \(reason).") }
        return current == nil
    }

    /// Returns the size of a flood to test: with a sanitizer, a full one would exceed the time limit of a call.
    package static func portion(_ count: Int) -> Int { current == nil ? count : count / 5 }
}
