// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Keeps the agent's memory, which has the text of every request, out of core dumps.
enum CoreDumps {
    /// Disables core dumps and attaching debuggers without privileges, for this process only.
    ///
    /// RLIMIT_CORE or `LimitCORE=` would be inherited by the programs that the agent starts. With a non-empty
    /// `BELFRY_DEBUGGABLE` the function does nothing.
    static func forbid() {
        if let wish = getenv("BELFRY_DEBUGGABLE"), wish.pointee != 0 { return }
        // The call has no known reason to fail, and a failure should not stop the agent.
        _ = belfry_set_dumpable(0)
    }
}
