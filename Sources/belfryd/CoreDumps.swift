// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Keeps what the agent has in memory, the text of every request, out of core dumps.
enum CoreDumps {
    /// From now on a crash leaves no dump, and no debugger of the person's attaches.
    ///
    /// Of this process alone. Not RLIMIT_CORE, nor `LimitCORE=` in the unit: what the agent starts, the person's programs, would
    /// inherit it. `BELFRY_DEBUGGABLE` leaves everything as it is.
    static func forbid() {
        if let wish = getenv("BELFRY_DEBUGGABLE"), wish.pointee != 0 { return }
        // It has no reason to fail; and nobody's reminders are to wait for it.
        _ = belfry_set_dumpable(0)
    }
}
