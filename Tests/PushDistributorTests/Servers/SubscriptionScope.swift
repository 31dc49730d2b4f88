// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import EventLoop
import FoundationEssentials
import HTTPTransport
import Logging
import PushDistributor
import Synchronization
import TestSupport

/// A store of messages in memory, which recognizes repetitions as the real one does.
final class Inbox: Sendable {
    private struct State {
        var positions: [Int: StreamPosition] = [:]
        var names: Set<[String]> = []
        var dropped = 0
        var failures = 0
        var batches = 0
        var gate: Gate?
    }

    private let state = Mutex(State())
    /// The messages, without repetitions.
    let messages = Mailbox<PushMessage>()

    struct Failure: Error {}

    func receive(_ batch: [PushMessage], _ position: StreamPosition, dropped: Int = 0) async throws {
        let gate = state.withLock { $0.gate }
        await gate?.pass()
        let new = try state.withLock { state throws(Failure) -> [PushMessage] in
            guard state.failures == 0 else {
                state.failures -= 1
                throw Failure()
            }
            state.positions[position.stream] = position
            state.batches += 1
            state.dropped += dropped
            return batch.filter { state.names.insert([$0.channel, $0.id]).inserted }
        }
        for message in new { messages.put(message) }
    }

    var positions: [StreamPosition] { state.withLock { $0.positions.values.sorted { $0.stream < $1.stream } } }
    var dropped: Int { state.withLock { $0.dropped } }
    var batches: Int { state.withLock { $0.batches } }

    /// Lets the next calls fail.
    func fail(_ times: Int) { state.withLock { $0.failures = times } }

    /// Lets calls wait at a gate; nil for none.
    func set(_ gate: Gate?) { state.withLock { $0.gate = gate } }

    /// Waits for a number of messages; returns their texts, sorted.
    func texts(_ count: Int, file: String = #fileID, line: Int = #line) async throws -> [String] {
        var texts: [String] = []
        while texts.count < count {
            texts.append(String(decoding: try await messages.next(file: file, line: line).body, as: UTF8.self))
        }
        return texts.sorted()
    }
}

/// A gate that holds up its callers until it is opened.
final class Gate: Sendable {
    private let state = Mutex((isOpen: false, waiters: Waiters()))
    /// A sign of each caller that has come.
    let arrivals = Mailbox<Void>()

    func pass() async {
        arrivals.put(())
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiters.add(continuation, if: !$0.isOpen) }
        }
    }

    func open() {
        state.withLock { state in
            state.isOpen = true
            state.waiters.resume()
        }
    }
}

/// Makes subscriptions and posts messages, on a loop of its own.
struct SubscriptionScope: Sendable {
    let loop: EventLoop
    let transport: HTTPTransport
    private let providers: HTTPTransport

    init(_ loop: EventLoop, _ transport: HTTPTransport, providers: HTTPTransport) {
        (self.loop, self.transport, self.providers) = (loop, transport, providers)
    }

    /// Runs `body` with a subscription, and stops it.
    func subscribe<Result>(
        to server: PushDistributor.PushServer, _ inbox: Inbox, isolation: isolated (any Actor)? = #isolation,
        _ body: (ServerSubscription, Mailbox<SubscriptionReport>) async throws -> Result
    ) async throws -> Result {
        let reports = Mailbox<SubscriptionReport>()
        let subscription = ServerSubscription(
            server, transport: transport, positions: inbox.positions,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            receive: { try await inbox.receive($0, $1, dropped: $2) }, statusChanged: { reports.put($0) })
        do {
            let result = try await body(subscription, reports)
            await subscription.stop()
            return result
        } catch {
            await subscription.stop()
            throw error
        }
    }

    /// Posts a message; returns the status.
    @discardableResult
    func post(_ body: [UInt8], to address: String, headers: [(name: String, value: String)] = []) async throws -> Int {
        var request = HTTPRequest(.post, address)
        (request.body, request.headers) = (body, headers)
        return try await providers.send(request).status
    }

    /// Posts a text, and again until the server takes it.
    func post(_ text: String, to address: String) async throws {
        try await withDeadline {
            while true {
                if let status = try? await post(Array(text.utf8), to: address), (200..<300).contains(status) { return }
                try await yieldUntilDeadline()
            }
        }
    }
}

extension Mailbox<SubscriptionReport> {
    /// Waits for a state; returns the reason that comes with it.
    @discardableResult
    func wait(for state: String, file: String = #fileID, line: Int = #line) async throws -> String? {
        while true {
            let report = try await next(file: file, line: line)
            if report.state == state { return report.reason }
        }
    }
}

/// Runs `body` with a transport for subscriptions and one for providers.
func withSubscriptions<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (SubscriptionScope) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "subscriptions")
    defer { loop.stop() }
    let made = Mailbox<SubscriptionScope>()
    loop.perform {
        guard let transport = try? HTTPTransport(on: loop, userAgent: "test/1", connectionsPerHost: 8),
            let providers = try? HTTPTransport(on: loop, userAgent: "provider/1", connectionsPerHost: 4)
        else { return }
        made.put(SubscriptionScope(loop, transport, providers: providers))
    }
    let scope = try await made.next()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(scope)) } catch { result = .failure(error) }
    await scope.close()
    return try result.get()
}

extension SubscriptionScope {
    fileprivate func close() async {
        await transport.close()
        await providers.close()
    }
}
