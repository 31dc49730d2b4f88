// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import Agent
import AgentInterface
import FoundationEssentials
import NotificationStore
import Synchronization
import TestSupport
import Testing

/// How long a second agent waits for the first one's folder; what happens to that one is the first one's affair.
@Suite struct StoreWaitTests {
    /// Another agent, which has the folder until it lets go.
    private final class Other: Sendable {
        private let lock: Mutex<StoreLock?>
        private let folder: String

        init(in folder: String, noting address: String?) throws {
            self.folder = folder
            lock = Mutex(try StoreLock(folder: folder))
            if let address { AgentWhereabouts(folder: folder).note(address) }
        }

        func leave() async throws {
            lock.withLock { $0 = nil }
            // A program that another test starts at this moment has it, too, until it is itself.
            try await withDeadline { [folder] in
                while try StoreLock(folder: folder) == nil { try await yieldUntilDeadline() }
            }
        }
    }

    private static let ownBus = "unix:path=/own"
    private static let otherBus = "unix:path=/other"

    /// Waits for the folder that another has, which leaves after `moment`; the time that was waited, and what it came to.
    private func wait(
        noting address: String?, isServed: Bool = false, leavingAfter moment: Duration?,
        stoppedAfter stop: Duration? = nil,
        takeover: (replaces: Bool, predecessor: Int32?) = (false, nil)
    ) async throws -> (time: Duration, result: Result<StoreLock, any Error>, asked: [String]) {
        let folders = try AgentFolders()
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        let folder = folders.state + "/belfry"
        let other = try Other(in: folder, noting: address)
        let clock = SkippingClock()
        if let moment { clock.at(moment) { try await other.leave() } }
        let asked = Mailbox<String>()
        let wait = StoreWait(folder: folder, address: Self.ownBus, takeover: takeover)
        do {
            let lock = try await wait.lock(
                by: clock, isStopped: { stop.map { clock.elapsed >= $0 } ?? false },
                isServed: { address in
                    asked.put(address)
                    return isServed
                })
            return (clock.elapsed, .success(lock), asked.takeAll())
        } catch {
            try await other.leave()
            return (clock.elapsed, .failure(error), asked.takeAll())
        }
    }

    @Test func `an agent whose bus is gone is waited for longer than it waits for that bus`() async throws {
        // It gives up after its last try, and lets go then.
        let itsTime = AgentRuntime.reconnectPause * AgentRuntime.reconnectTries
        let waited = try await wait(noting: Self.otherBus, leavingAfter: itsTime + .seconds(4))

        _ = try waited.result.get()
        #expect(waited.time >= itsTime + .seconds(4) && waited.time < itsTime + .seconds(5))
        #expect(waited.asked == [Self.otherBus])
    }

    @Test func `after fifteen seconds it is given up, and named by its bus`() async throws {
        let waited = try await wait(noting: Self.otherBus, leavingAfter: nil)

        let error = #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(error?.address == Self.otherBus)
        #expect(waited.time >= .seconds(15) && waited.time < .milliseconds(15_100))
    }

    @Test func `one that is served on another bus is not waited for`() async throws {
        let waited = try await wait(noting: Self.otherBus, isServed: true, leavingAfter: .seconds(1))

        let error = #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(error?.address == Self.otherBus)
        #expect(waited.time == .zero)
    }

    @Test(arguments: [nil, ownBus] as [String?])
    func `one that says nothing, or is on this very bus, has five seconds to end`(address: String?) async throws {
        let ending = try await wait(noting: address, isServed: true, leavingAfter: .milliseconds(4900))
        _ = try ending.result.get()

        let staying = try await wait(noting: address, isServed: true, leavingAfter: .milliseconds(5100))
        let error = #expect(throws: AlreadyRunning.self) { try staying.result.get() }
        #expect(error?.address == nil)
        #expect(staying.time >= .seconds(5) && staying.time < .milliseconds(5100))
    }

    @Test func `one that is told to stop waits no more`() async throws {
        let waited = try await wait(noting: Self.otherBus, leavingAfter: nil, stoppedAfter: .seconds(2))

        #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(waited.time < .milliseconds(2100))
    }

    @Test func `one that was asked to end for another has its time, and is named by its process`() async throws {
        let ending = try await wait(
            noting: Self.ownBus, leavingAfter: Takeover.patience - .seconds(1), takeover: (true, 4711))
        _ = try ending.result.get()

        let staying = try await wait(noting: Self.ownBus, leavingAfter: nil, takeover: (true, 4711))
        let error = #expect(throws: CannotReplace.self) { try staying.result.get() }
        #expect(error?.reason.contains("process 4711") == true)
        #expect(staying.time >= Takeover.patience)
        #expect(staying.asked.isEmpty)
    }
}
