// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import NotificationStore
import Synchronization

/// The named steps at which a test can make the agent die, to check what the agent still knows after a restart.
///
/// The value `<name>` of ``TestHook/crashAt`` kills the agent with SIGKILL at the first time that the step is reached,
/// `<name>:3` at the third time.
package enum CrashPoint: String, CaseIterable {
    /// The request is persisted; its caller has no reply yet.
    case afterAddCommit = "after-add-commit"
    /// The firing of a request is persisted; `Notify` is not sent yet.
    case afterFireCommit = "after-fire-commit"
    /// A nag or an expiry of a notification is persisted; the notification server has not been told yet.
    case afterLaterCommit = "after-later-commit"
    /// A digest has fired; `Notify` is not sent yet.
    case afterDigestCommit = "after-digest-commit"
    /// The notification server has shown a notification; the server's number of the notification is not persisted yet.
    case afterNotify = "after-notify"
    /// The server's number of the notification is persisted; no client has been told yet.
    case afterNumberCommit = "after-number-commit"
    /// The person has answered a notification; the response is not persisted yet.
    case beforeResponseCommit = "before-response-commit"
    /// The response to a notification is persisted; no client has been told yet.
    case afterResponseCommit = "after-response-commit"
    /// The receiver has acknowledged a response; the store still has it.
    case afterDelivery = "after-delivery"
    /// The store has deleted the acknowledged response.
    case afterAcknowledgementCommit = "after-acknowledgement-commit"
    /// The removal of a pending request or of a delivered notification is persisted; neither the caller nor the
    /// notification server has been told yet.
    case afterRemovalCommit = "after-removal-commit"
    /// The snooze of a notification is persisted; neither the caller nor the notification server has been told yet.
    case afterSnoozeCommit = "after-snooze-commit"
    /// A service extension is about to be started; in the store, the occurrence waits for the extension.
    case duringExtension = "during-extension"
    /// The answer of a service extension is persisted; `Notify` is not sent yet.
    case extensionCommitted = "extension-committed"

    /// Kills the agent if the test named this step.
    @inline(__always)
    package static func reached(_ point: CrashPoint) { reached(named: point.rawValue) }

    /// Kills the agent if the test named this step of the store.
    @inline(__always)
    package static func reached(_ step: StoreStep) { reached(named: step.rawValue) }

    @inline(__always)
    private static func reached(named name: String) {
        guard let wanted, wanted.point == name else { return }
        guard visits.wrappingAdd(1, ordering: .relaxed).newValue == wanted.visit else { return }
        // The test reads this line on standard error to learn at which step the agent died.
        let words = "dies \(name)\n"
        _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        kill(getpid(), SIGKILL)
    }

    private static let visits = Atomic(0)
    private static let wanted: (point: String, visit: Int)? = TestHook.crashAt.value.map { text in
        let words = text.split(separator: ":")
        return (words.first.map(String.init) ?? "", words.dropFirst().first.flatMap { Int($0) } ?? 1)
    }
}

/// A behaviour of the agent that only tests change, such as the step at which the agent dies, a limit or a folder.
///
/// The programs that people install have no hooks: each value is nil, and no variable of the environment is read. A
/// `belfryd` built for debugging, or with `BELFRY_TEST_HOOKS`, reads the hooks from the environment.
package enum TestHook: CaseIterable, Sendable {
    /// The step at which the agent kills itself, as ``CrashPoint`` describes.
    case crashAt
    /// The largest size in bytes of a list that is returned in one message.
    case listBytes
    /// The largest size in bytes of the reply to a call that adds requests.
    case answerBytes
    /// The time limit of a command, in milliseconds.
    case commandLimit
    /// The folder that takes the place of `/etc` when the machine's time zone is read.
    case zoneFolder
    /// The longest time in seconds between two positions of the machine near a place's border.
    case locationInterval

    private static let values = Mutex<[TestHook: String]>([:])

    /// The value that the test gave for this hook; nil if the test gave none, and in a build without hooks.
    package var value: String? { Self.values.withLock { $0[self] } }

    /// Sets the values of hooks; `belfryd` calls this method before it reads any value.
    package static func install(_ values: [TestHook: String]) { self.values.withLock { $0 = values } }
}
