// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import Agent
import AgentInterface
import FoundationEssentials
import NotificationStore
import Synchronization
import TestSupport
import Testing

/// How long a second agent waits for the store's folder. The test does not check what becomes of the first agent.
@Suite struct StoreWaitTests {
    /// Another agent, which holds the folder until it releases it.
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
            // A program that another test starts just now inherits the lock until it calls exec.
            try await withDeadline { [folder] in
                while try StoreLock(folder: folder) == nil { try await yieldUntilDeadline() }
            }
        }
    }

    private static let ownBus = "unix:path=/own"
    private static let otherBus = "unix:path=/other"

    /// Waits for the folder, which the other agent releases after `moment`; returns the time that was waited, and the
    /// result.
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

    @Test func `an agent that has lost its bus is waited for longer than that agent waits for its bus`() async throws {
        // The other agent gives up after its last try, and releases the folder then.
        let itsTime = AgentRuntime.reconnectPause * AgentRuntime.reconnectTries
        let waited = try await wait(noting: Self.otherBus, leavingAfter: itsTime + .seconds(4))

        _ = try waited.result.get()
        #expect(waited.time >= itsTime + .seconds(4) && waited.time < itsTime + .seconds(5))
        #expect(waited.asked == [Self.otherBus])
    }

    @Test func `after fifteen seconds the wait ends with an error that names the other bus`() async throws {
        let waited = try await wait(noting: Self.otherBus, leavingAfter: nil)

        let error = #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(error?.address == Self.otherBus)
        #expect(waited.time >= .seconds(15) && waited.time < .milliseconds(15_100))
    }

    @Test func `an agent that serves another bus is not waited for`() async throws {
        let waited = try await wait(noting: Self.otherBus, isServed: true, leavingAfter: .seconds(1))

        let error = #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(error?.address == Self.otherBus)
        #expect(waited.time == .zero)
    }

    @Test(arguments: [nil, ownBus] as [String?])
    func `an agent that reports no bus, or this very bus, has five seconds to end`(address: String?) async throws {
        let ending = try await wait(noting: address, isServed: true, leavingAfter: .milliseconds(4900))
        _ = try ending.result.get()

        let staying = try await wait(noting: address, isServed: true, leavingAfter: .milliseconds(5100))
        let error = #expect(throws: AlreadyRunning.self) { try staying.result.get() }
        #expect(error?.address == nil)
        #expect(staying.time >= .seconds(5) && staying.time < .milliseconds(5100))
    }

    @Test func `an agent that is told to stop waits no longer`() async throws {
        let waited = try await wait(noting: Self.otherBus, leavingAfter: nil, stoppedAfter: .seconds(2))

        #expect(throws: AlreadyRunning.self) { try waited.result.get() }
        #expect(waited.time < .milliseconds(2100))
    }

    @Test func `an agent that was asked to end has its time, and is named by its process`() async throws {
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
