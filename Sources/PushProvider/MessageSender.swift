// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
import FoundationEssentials
package import HTTPTransport

/// Sends many messages: other threads encrypt the messages, a limited number in advance, and the loop posts them.
package actor MessageSender: LoopActor {
    package nonisolated let loop: EventLoop

    /// Makes the request for a message, on any thread.
    package typealias Maker = @Sendable (_ number: Int) throws -> HTTPRequest
    /// Takes the result of a message, on the loop.
    package typealias Reporter = @Sendable (_ number: Int, _ result: SendResult) -> Void

    private let transport: HTTPTransport
    /// Largest number of requests in flight.
    private let jobs: Int
    private let report: Reporter
    /// Requests with encrypted messages that are ready to be posted, in reverse order.
    private var waiting: [Post] = []
    private var active = 0
    private var next = 0
    private var waiters = Waiters()

    private struct Post {
        let number: Int
        let request: HTTPRequest
        let proxy: String?
    }

    /// Number of messages that a thread encrypts before it gives them to the loop.
    private static let portion = 16

    /// - Parameters:
    ///   - transport: The transport, whose limit of connections to a server should not be lower than `jobs`.
    ///   - jobs: Largest number of requests in flight.
    ///   - report: Takes the result of each message, in the order in which the results arrive.
    package init(_ transport: HTTPTransport, jobs: Int, report: @escaping Reporter) {
        (loop, self.transport, self.jobs, self.report) = (transport.loop, transport, jobs, report)
    }

    /// Sends messages; returns when there is a result for each message. A second call is not allowed.
    ///
    /// - Throws: An error of `make`; then no thread begins another portion, but encrypted messages may still be sent.
    package func send(_ count: Int, make: @escaping Maker) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { try await self.work(on: count, make) }
            }
            try await group.waitForAll()
        }
        while active > 0 { await withCheckedContinuation { waiters.add($0, if: active > 0) } }
    }

    private func work(on count: Int, _ make: @escaping Maker) async throws {
        while next < count, !Task.isCancelled {
            let numbers = next..<min(next + Self.portion, count)
            next = numbers.upperBound
            let requests = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await Self.requests(numbers, make)
            }
            var posts: [Post] = []
            for (number, request) in zip(numbers, requests) {
                posts.append(Post(number: number, request: request, proxy: await transport.proxy(for: request)))
            }
            waiting = posts.reversed() + waiting
            fill()
            while waiting.count > Self.portion {
                await withCheckedContinuation { waiters.add($0, if: waiting.count > Self.portion) }
            }
        }
    }

    @concurrent private static func requests(_ numbers: Range<Int>, _ make: Maker) async throws -> [HTTPRequest] {
        try numbers.map { try make($0) }
    }

    /// Posts requests until the limit of requests in flight is reached.
    private func fill() {
        while active < jobs, let post = waiting.popLast() {
            active += 1
            transport.assumeIsolated { transport in
                transport.start(post.request, proxy: post.proxy) { [self] result in
                    assumeIsolated { $0.finished(post.number, result) }
                }
            }
        }
    }

    private func finished(_ number: Int, _ result: Result<HTTPResponse, HTTPFailure>) {
        active -= 1
        switch result {
        case .success(let response): report(number, SendResult(response))
        case .failure(let failure): report(number, SendResult(failure))
        }
        fill()
        waiters.resume()
    }
}
