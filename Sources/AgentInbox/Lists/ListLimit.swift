// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// How long a list may be that is one answer: a message of the bus.
///
/// A debug build takes other limits from `BELFRYD_LIST_BYTES` and `BELFRYD_ANSWER_BYTES`, for tests.
enum ListLimit {
    /// What the bus module carries, in bytes.
    static let bytes = wanted("BELFRYD_LIST_BYTES") ?? 16 << 20

    /// The same, of what is told of each of many added requests.
    static let answerBytes = wanted("BELFRYD_ANSWER_BYTES") ?? 16 << 20

    private static func wanted(_ name: String) -> Int? {
        #if DEBUG
        return getenv(name).flatMap { Int(String(cString: $0)) }
        #else
        return nil
        #endif
    }

    /// Of a list that is read page by page: short enough that others have their turn between.
    static let pageBytes = 4 << 20
}
