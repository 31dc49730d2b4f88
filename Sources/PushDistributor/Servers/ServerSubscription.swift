// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DistributorStore
package import EventLoop
package import HTTPTransport
package import Logging

/// The subscription to all channels of one push server, over as few connections as the server allows.
package actor ServerSubscription: LoopActor, ChannelSubscription {
    package nonisolated let loop: EventLoop

    /// Stores messages with the position behind them, and counts the messages that were left out, because they are too
    /// large or not of UnifiedPush. If the receiver throws, the stream is read again from the last stored position.
    package typealias Receiver = @Sendable ([PushMessage], StreamPosition, _ dropped: Int) async throws -> Void

    private let server: PushServer
    private let transport: HTTPTransport
    private let logger: Logger
    private let receive: Receiver
    private let statusChanged: (@Sendable (SubscriptionReport) -> Void)?
    private var division: ChannelDivision
    /// The stored positions of the streams, by the number of the stream.
    private let former: [StreamPosition]
    private var streams: [ServerStream] = []
    private var lastReport = SubscriptionReport(state: "idle")

    /// Creates a subscription, which connects as soon as it has channels.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - transport: The transport, whose limit of connections to a server also limits the number of streams.
    ///   - positions: The positions up to which the server's streams were read.
    ///   - logger: The log, which gets no channels and no messages.
    ///   - receive: Called for one batch after another of each stream. A position without messages is stored when the
    ///     channels of a stream have changed.
    ///   - statusChanged: Called on the loop with the new report when it has changed.
    package init(
        _ server: PushServer, transport: HTTPTransport, positions: [StreamPosition], logger: Logger,
        receive: @escaping Receiver, statusChanged: (@Sendable (SubscriptionReport) -> Void)? = nil
    ) {
        (loop, self.server, self.transport, self.logger) = (transport.loop, server, transport, logger)
        (self.receive, self.statusChanged) = (receive, statusChanged)
        // A stream's number is its index in this list, so a missing number gets an empty stream.
        var former: [StreamPosition] = []
        for position in positions.sorted(by: { $0.stream < $1.stream }) where former.count < Self.maximumStreams {
            while former.count < min(position.stream, Self.maximumStreams) {
                former.append(StreamPosition(server: server.name, stream: former.count))
            }
            if position.stream == former.count { former.append(position) }
        }
        division = ChannelDivision(former.map(\.channels), limit: server.channelsPerConnection)
        self.former = former
    }

    /// Largest number of connections whose positions are taken from the store.
    private static let maximumStreams = 1000

    /// Sets all channels of the subscription, in the order in which they were made.
    package func setChannels(_ channels: [String]) async {
        division.set(channels)
        apply()
    }

    private func apply() {
        for (place, channels) in division.streams.enumerated() {
            if place == streams.count {
                let new = StreamPosition(server: server.name, stream: place)
                streams.append(stream(at: place < former.count ? former[place] : new))
            }
            streams[place].assumeIsolated { $0.setChannels(channels) }
        }
    }

    /// Connects to the server at once, because the network is back or the machine has woken; a pause that the server
    /// has asked for is kept.
    package func retryNow() { for stream in streams { stream.assumeIsolated { $0.retryNow() } } }

    /// Ends all connections to the server, and waits until all messages that have arrived are stored.
    package func stop() async { for stream in streams { await stream.stop() } }

    /// Returns the worst state of all streams: waiting, or else connecting, or else connected.
    package func report() -> SubscriptionReport {
        let phases = streams.map { stream in stream.assumeIsolated { $0.phase } }
        for case .waiting(let reason) in phases { return SubscriptionReport(state: "waiting", reason: reason) }
        let isConnecting = phases.contains(.connecting) || phases.contains(.gathering)
        let state = isConnecting ? "connecting" : phases.contains(.streaming) ? "connected" : "idle"
        return SubscriptionReport(state: state)
    }

    private nonisolated func stream(at position: StreamPosition) -> ServerStream {
        ServerStream(server, position, transport: transport, logger: logger, receive: receive) { [weak self] in
            self?.assumeIsolated { $0.update() }
        }
    }

    private func update() {
        let report = report()
        guard report != lastReport else { return }
        lastReport = report
        switch report.state {
        case "waiting":
            logger.info(
                "Waiting for the push server",
                metadata: [
                    DistributorLogKey.server: "\(server.name)", DistributorLogKey.reason: "\(report.reason ?? "")",
                ])
        case "connected":
            logger.info("Connected to the push server", metadata: [DistributorLogKey.server: "\(server.name)"])
        default: break
        }
        statusChanged?(report)
    }
}
