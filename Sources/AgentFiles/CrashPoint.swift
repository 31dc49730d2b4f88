// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationStore

#if DEBUG
import Glibc
import Synchronization
#endif

/// The named steps at which a debug build can be made to die, for tests of promise 2 and 3.
///
/// `BELFRYD_CRASH_AT=<name>` kills the agent with SIGKILL the first time it gets there, `<name>:3` the third time.
/// Release builds have none of it.
package enum CrashPoint: String, CaseIterable {
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
    /// Its number is on disk; nobody was told yet.
    case afterNumberCommit = "after-number-commit"
    /// The person has answered; that is not on disk yet.
    case beforeResponseCommit = "before-response-commit"
    /// The response is on disk; nobody was told yet.
    case afterResponseCommit = "after-response-commit"
    /// The receiver has acknowledged; the response is still on disk.
    case afterDelivery = "after-delivery"
    /// The response is off the disk.
    case afterAcknowledgementCommit = "after-acknowledgement-commit"
    /// It was cancelled or taken away on disk; neither the caller nor the server has heard of it.
    case afterRemovalCommit = "after-removal-commit"
    /// It was put off on disk; neither the caller nor the server has heard of it.
    case afterSnoozeCommit = "after-snooze-commit"

    /// Dies here if it was asked to.
    @inline(__always)
    package static func reached(_ point: CrashPoint) { reached(named: point.rawValue) }

    /// The same at a step of the store's own.
    @inline(__always)
    package static func reached(_ step: StoreStep) { reached(named: step.rawValue) }

    @inline(__always)
    private static func reached(named name: String) {
        #if DEBUG
        guard let wanted, wanted.point == name else { return }
        guard visits.wrappingAdd(1, ordering: .relaxed).newValue == wanted.visit else { return }
        // For the test, which counts at which steps the agent has died.
        let words = "dies \(name)\n"
        _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        kill(getpid(), SIGKILL)
        #endif
    }

    #if DEBUG
    private static let visits = Atomic(0)
    private static let wanted: (point: String, visit: Int)? = getenv("BELFRYD_CRASH_AT").map { text in
        let words = String(cString: text).split(separator: ":")
        return (words.first.map(String.init) ?? "", words.dropFirst().first.flatMap { Int($0) } ?? 1)
    }
    #endif
}
