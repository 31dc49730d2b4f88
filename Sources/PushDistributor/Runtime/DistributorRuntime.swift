// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import DistributorStore
package import EventLoop
import Glibc
import HTTPTransport
package import Logging
import SettingsFile

/// The distributor as a program: from the reading of its configuration to its end by a signal.
package actor DistributorRuntime: LoopActor {
    package nonisolated let loop: EventLoop

    private let paths: DistributorPaths
    private let address: BusAddress
    private let logger: Logger
    private let rested: @Sendable () -> Void
    private var signals: SignalSource?
    private var distributor: Distributor?
    private var ending: Ending?
    private var waiters = Waiters()

    private enum Ending {
        case stopped
        case disconnected
        case damaged(DistributorStoreError)
    }

    /// Largest number of connections to one server, if each registration needs its own connection; usually one
    /// connection serves all registrations.
    private static let connectionsPerHost = StoreLimits().registrations

    /// - Parameters:
    ///   - paths: The paths of the configuration and the store.
    ///   - address: The bus to serve.
    ///   - loop: The loop on which the distributor runs.
    ///   - logger: The log.
    ///   - rested: Called on the loop some seconds after the last work.
    package init(
        paths: DistributorPaths, address: BusAddress, loop: EventLoop, logger: Logger,
        rested: @escaping @Sendable () -> Void = {}
    ) {
        (self.paths, self.address, self.loop, self.logger, self.rested) = (paths, address, loop, logger, rested)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Throws: ``AlreadyRunning``; ``DistributorStore/DistributorStoreError`` if the store can't be opened or was
    ///   found damaged; ``DBus/BusError`` if there is no bus, or it is lost; ``HTTPTransport/HTTPFailure``.
    package func run() async throws {
        // The signal source is made first, so that no signal is lost while the configuration is read.
        signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.assumeIsolated { $0.caught(signal) }
        }
        let store = try await offLoop { [paths] () throws(DistributorStoreError) in
            try DistributorStore(at: paths.state)
        }
        defer { store.close() }
        if let path = store.damagedPath {
            logger.error(
                "The store was damaged, so all registrations are lost until applications register again",
                metadata: [DistributorLogKey.path: "\(path)"])
        }
        let transport = try HTTPTransport(
            on: loop, userAgent: "belfry-distributor/\(DistributorNames.version)",
            connectionsPerHost: Self.connectionsPerHost, proxyProgram: ["/proc/self/exe", ProxyQuestion.option])
        let connection = try Connection(to: address, on: loop)
        await connection.setDisconnectHandler { [weak self] in self?.assumeIsolated { $0.end(.disconnected) } }
        let distributor = distributor(on: connection, store, transport)
        readConfiguration(for: distributor, isStart: true)
        self.distributor = distributor
        let network = NetworkWatch(on: loop, logger: logger) { [weak self] in
            self?.assumeIsolated { $0.networkIsThere() }
        }
        do {
            try await distributor.start()
            logger.notice("Started", metadata: [DistributorLogKey.path: "\(store.path)"])
            await network.start()
            await waitForEnd()
        } catch {
            await close(distributor, network, connection, transport)
            throw error
        }
        await close(distributor, network, connection, transport)
        switch ending {
        case .stopped?, nil: logger.notice("Stopped")
        case .disconnected?: throw BusError.disconnected
        case .damaged(let error)?:
            let path = try store.moveAside()
            logger.error("The damaged store was moved away", metadata: [DistributorLogKey.path: "\(path)"])
            throw error
        }
    }

    private func distributor(
        on connection: Connection, _ store: DistributorStore, _ transport: HTTPTransport
    ) -> Distributor {
        Distributor(
            connection: connection, store: store, configurationPath: paths.configuration, logger: logger,
            makeSubscription: { [logger] server, positions, receive in
                ServerSubscription(
                    server, transport: transport, positions: positions, logger: logger, receive: receive)
            },
            rested: rested,
            damaged: { [weak self] error in self?.assumeIsolated { $0.end(.damaged(error)) } })
    }

    private func close(
        _ distributor: Distributor, _ network: NetworkWatch, _ connection: Connection, _ transport: HTTPTransport
    ) async {
        await network.stop()
        await distributor.stop()
        await connection.close()
        await transport.close()
    }

    private func waitForEnd() async {
        while ending == nil { await withCheckedContinuation { waiters.add($0, if: ending == nil) } }
    }

    private func end(_ ending: Ending) {
        if self.ending == nil { self.ending = ending }
        waiters.resume()
    }

    private func caught(_ signal: Int32) {
        guard signal == SIGHUP else { return end(.stopped) }
        guard let distributor else { return }
        readConfiguration(for: distributor)
    }

    /// Reads the configuration. After an error the distributor keeps its present configuration, which is empty at the
    /// start, so it can still tell applications and people what is missing.
    private func readConfiguration(for distributor: Distributor, isStart: Bool = false) {
        do {
            let configuration = try DistributorConfiguration(contentsOf: paths.configuration)
            guard !isStart else { return distributor.assumeIsolated { $0.begin(configuration) } }
            // Why: this is a task of its own, because a signal handler can't wait for the servers.
            Task { await distributor.use(configuration) }
            logger.notice("Read the configuration again")
        } catch {
            let reason = (error as? ConfigurationError)?.description ?? "\(error)"
            distributor.assumeIsolated { $0.reject(reason) }
            logger.error("Could not read the configuration", metadata: [DistributorLogKey.reason: "\(reason)"])
        }
    }

    private func networkIsThere() {
        guard let distributor else { return }
        // Why: this is a task of its own, because a signal's handler can't wait for the servers.
        Task { await distributor.retryNow() }
    }
}
