// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DistributorStore
package import EventLoop
package import HTTPTransport
package import Logging

/// The subscription to all channels of one push server, over as few connections as the server allows.
package actor ServerSubscription {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Stores messages together with the position behind them. If it throws, the stream is read again from the last
    /// stored position.
    package typealias Receiver = @Sendable ([PushMessage], StreamPosition) async throws -> Void

    package init(
        _ server: PushServer, transport: HTTPTransport, positions: [StreamPosition], logger: Logger,
        receive: @escaping Receiver
    ) {
        loop = transport.loop
    }
}
