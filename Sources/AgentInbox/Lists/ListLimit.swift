// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// Limits of a list that is the answer to one call, in one message on the bus.
///
/// A debug build takes other limits from `BELFRYD_LIST_BYTES` and `BELFRYD_ANSWER_BYTES`, for tests.
enum ListLimit {
    /// Bytes that a message may have.
    static let bytes = wanted("BELFRYD_LIST_BYTES") ?? 16 << 20

    /// Bytes of the answer to a call that adds many requests.
    static let answerBytes = wanted("BELFRYD_ANSWER_BYTES") ?? 16 << 20

    private static func wanted(_ name: String) -> Int? {
        #if DEBUG
        return getenv(name).flatMap { Int(String(cString: $0)) }
        #else
        return nil
        #endif
    }

    /// Bytes of a page, short enough for other calls to be answered between two pages.
    static let pageBytes = 4 << 20
}
