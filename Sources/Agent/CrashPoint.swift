// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG
import Glibc
#endif

/// The named steps at which a debug build can be made to die, for tests of promise 2 and 3.
///
/// `BELFRYD_CRASH_AT=<name>` kills the agent with SIGKILL the first time it gets there. Release
/// builds have none of it.
enum CrashPoint: String, CaseIterable {
    /// The request is on disk; its caller has no reply yet.
    case afterAddCommit = "after-add-commit"
    /// The occurrence is out of pending; no `Notify` yet.
    case afterFireCommit = "after-fire-commit"
    /// A notification is to be shown again, or is over; the server has not heard of it yet.
    case afterLaterCommit = "after-later-commit"
    /// A digest has fired; no `Notify` yet.
    case afterDigestCommit = "after-digest-commit"
    /// The server has shown it; its number is not on disk yet.
    case afterNotify = "after-notify"
    /// The response is on disk; nobody was told yet.
    case afterResponseCommit = "after-response-commit"
    /// The receiver has acknowledged; the response is still on disk.
    case afterDelivery = "after-delivery"

    /// Dies here if it was asked to.
    @inline(__always)
    static func reached(_ point: CrashPoint) {
        #if DEBUG
        if let wanted = getenv("BELFRYD_CRASH_AT"), String(cString: wanted) == point.rawValue {
            kill(getpid(), SIGKILL)
        }
        #endif
    }
}
