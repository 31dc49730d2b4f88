// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import FoundationEssentials
import HTTPTransport
import PushProvider
import TestSupport
import WebPush

/// A provider made of the parts of `belfry-push`: it encrypts messages and posts them, again if the push server did not
/// accept them.
struct PushSender: Sendable {
    private let transport: HTTPTransport

    /// A message of a test, recognized by its title.
    struct Outgoing: Hashable, Sendable {
        let number: Int

        var title: String { "m\(number)" }

        /// The ways in which the agent recognizes a message that was posted twice, because an answer was lost.
        enum Name: Hashable, Sendable {
            /// The payload has an `apns.id`, and the message is encrypted anew for each try, as by `belfry-push`.
            case identifier
            /// The payload has also a `collapse-id`, which is the request's identifier.
            case collapsing
            /// The payload has no name, and the same encrypted message is posted again, as by `curl --retry`.
            case none
        }

        var name: Name { [.identifier, .none, .collapsing][number % 3] }

        fileprivate var payload: Data {
            let name = #""id":"\#(UUID().uuidString)""#
            let apns =
                switch self.name {
                case .identifier: name
                case .collapsing: #"\#(name),"collapse-id":"\#(title)""#
                case .none: ""
                }
            return Data(#"{"aps":{"alert":{"title":"\#(title)","body":"Body"}},"apns":{\#(apns)}}"#.utf8)
        }
    }

    /// The message will not be accepted.
    struct Refused: Error { let words: String }

    fileprivate init(_ transport: HTTPTransport) { self.transport = transport }

    /// Posts messages one after another, each again until it is accepted; returns the number of posts.
    func post(_ messages: [Outgoing], to subscription: PushSubscription) async throws -> Int {
        var posts = 0
        for message in messages { posts += try await post(message, to: subscription) }
        return posts
    }

    private func post(_ outgoing: Outgoing, to subscription: PushSubscription) async throws -> Int {
        let message = try ProviderMessage(outgoing.payload, ProviderMessage.Delivery(), at: Date())
        let first = try message.request(to: subscription, signedBy: nil, at: Date())
        return try await withDeadline(seconds: 60) {
            var posts = 0
            while true {
                let request =
                    outgoing.name == .none ? first : try message.request(to: subscription, signedBy: nil, at: Date())
                posts += 1
                switch await send(request) {
                case .accepted: return posts
                case .later: try await yieldUntilDeadline()
                case .gone(let status): throw Refused(words: "gone (\(status))")
                case .refused(_, let reason): throw Refused(words: reason)
                }
            }
        }
    }

    private func send(_ request: HTTPRequest) async -> SendResult {
        do {
            return SendResult(try await transport.send(request))
        } catch {
            return SendResult(error)
        }
    }

    fileprivate func close() async { await transport.close() }
}

/// Runs `body` with a provider, and closes its connections.
func withPushSender<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (PushSender) async throws -> Result
) async throws -> Result {
    let loop = EventLoop.onOwnThread(named: "provider")
    defer { loop.stop() }
    let made = Mailbox<PushSender>()
    loop.perform {
        if let transport = try? HTTPTransport(on: loop, userAgent: "provider/1") { made.put(PushSender(transport)) }
    }
    let sender = try await made.next()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(sender)) } catch { result = .failure(error) }
    await sender.close()
    return try result.get()
}
