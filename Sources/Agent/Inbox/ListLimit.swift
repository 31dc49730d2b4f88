// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// How long a list may be that is one answer: a message of the bus.
///
/// A debug build takes another limit from `BELFRYD_LIST_BYTES`, for tests.
enum ListLimit {
    /// What the bus module carries, in bytes.
    static let bytes: Int = {
        #if DEBUG
        if let wanted = getenv("BELFRYD_LIST_BYTES"), let bytes = Int(String(cString: wanted)) { return bytes }
        #endif
        return 16 << 20
    }()

    /// Of a list that is read page by page: short enough that others have their turn between.
    static let pageBytes = 4 << 20
}
