// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Foundation
import TestSupport
import WebPush

/// Compares the way of a push over `belfry-distributor` with one over `curl`, which stores nothing.
///
/// Each chain has a bus, an agent and a notification server of its own; both read from the same push server. They
/// alternate, and the idle chain does nothing meanwhile.
struct PushJourneys {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    /// A chain from the push server to the notification server.
    private struct Chain {
        let name: String
        let stage: Stage
        let subscription: PushSubscription

        /// Pushes once, and waits for `Notify`; returns the seconds from the post.
        func push(_ number: Int, by provider: PlainProvider) async throws -> Double {
            let title = "\(name)-\(number)"
            let message = try WebPushMessage.encrypt(
                Array(SamplePushes.payload(title: title).utf8), for: subscription.publicKey,
                secret: subscription.secret)
            let shown = stage.server.count
            let sent = try provider.post(message, to: subscription.endpoint.path())
            try await stage.server.wait(for: shown + 1)
            guard let arrival = stage.server.date(of: title) else {
                throw MeasurementError("a notification came under another title")
            }
            // Work after `Notify` must not run into the next push.
            try await stage.settle()
            return arrival - sent
        }
    }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        var (ours, theirs) = (Samples(), Samples())
        try await withMeasuredNchan { server in
            try await withOurs(server, on: loop) { first in
                try await withTheirs(server, on: loop) { second in
                    let provider = try PlainProvider(port: server.port)
                    // The first pushes connect and warm the caches.
                    for number in -5..<effort.pushes {
                        let one = try await first.push(number, by: provider)
                        let other = try await second.push(number, by: provider)
                        guard number >= 0 else { continue }
                        ours.add(one)
                        theirs.add(other)
                    }
                }
            }
        }
        return [50, 99].map { percent in
            TableRow(
                "from post to Notify, p\(percent) of \(ours.count)", ours.percentile(percent),
                against: "curl as the distributor", theirs.percentile(percent), format: TableRow.milliseconds)
        }
    }

    private func withOurs(
        _ server: NchanServer, on loop: EventLoop, _ body: (Chain) async throws -> Void
    ) async throws {
        try await Stage.with(on: loop) { stage in
            try await stage.withDistributor(of: server) { _ in
                try await stage.withAgent { _, _ in
                    let subscription = try PushSubscription(json: Data(try await stage.register().utf8))
                    try await body(Chain(name: "ours", stage: stage, subscription: subscription))
                }
            }
        }
    }

    private func withTheirs(
        _ server: NchanServer, on loop: EventLoop, _ body: (Chain) async throws -> Void
    ) async throws {
        try await Stage.with(on: loop) { stage in
            let ownLoop = EventLoop.onOwnThread(named: "curl")
            defer { ownLoop.stop() }
            let connection = try Connection(to: .at(stage.address), on: ownLoop)
            var script = ScriptedDistributor.Script()
            // A channel's name has 43 characters, and a token 36.
            script.endpoint = server.publish + CurlBridge.prefix
            let distributor = try await ScriptedDistributor("curl", on: connection, script: script)
            try await stage.withAgent { _, _ in
                let subscription = try PushSubscription(json: Data(try await stage.register().utf8))
                let token = try await distributor.nextRegistration().token
                let bridge = try CurlBridge(from: server.subscribe, token: token, to: connection)
                await bridge.begin()
                do {
                    try await body(Chain(name: "theirs", stage: stage, subscription: subscription))
                } catch {
                    await bridge.end()
                    throw error
                }
                await bridge.end()
            }
            await distributor.leave()
        }
    }
}
