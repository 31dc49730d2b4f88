// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import EventLoop
import FoundationEssentials
import HTTPTransport
import Logging

/// A connection to a push server: it performs the effects of ``StreamMachine``, and stores the messages that arrive.
///
/// A queue keeps the work in order: messages are stored before a connection with other channels is made.
actor ServerStream: LoopActor {
    nonisolated let loop: EventLoop

    let server: PushServer
    private let number: Int
    private let transport: HTTPTransport
    private let receive: ServerSubscription.Receiver
    private let changed: @Sendable () -> Void
    let logger: Logger

    private var machine = StreamMachine()
    private var engine: any StreamEngine
    /// The position behind all messages that are stored.
    private var stored: StreamPosition
    /// The channels that the next connection is for.
    private var wanted: [String]
    private var queue = StreamQueue()
    private var connection = StreamConnection()
    private var timer: TimerSource?
    private var stopping = Waiters()
    private var droppedLines = LogPace()

    /// Creates a stream that is read from the given position on once its channels are set; `changed` is called on the
    /// event loop when ``phase`` has changed.
    init(
        _ server: PushServer, _ position: StreamPosition, transport: HTTPTransport, logger: Logger,
        receive: @escaping ServerSubscription.Receiver, changed: @escaping @Sendable () -> Void
    ) {
        (loop, self.server, number, self.transport) = (transport.loop, server, position.stream, transport)
        (self.logger, self.receive, self.changed) = (logger, receive, changed)
        (stored, wanted) = (position, position.channels)
        engine = Self.engine(of: server, channels: position.channels, cursor: position.cursor)
    }

    var phase: StreamMachine.Phase { machine.phase }

    private static func engine(of server: PushServer, channels: [String], cursor: String) -> any StreamEngine {
        switch server.engine {
        case .nchan: NchanStream(channels: channels, cursor: cursor)
        case .ntfy: NtfyStream(channels: channels, cursor: cursor)
        }
    }

    // MARK: - Commands

    /// Sets the channels of the stream, in the order in which its address names them.
    func setChannels(_ channels: [String]) {
        guard channels != wanted || machine.phase == .idle && !channels.isEmpty else { return }
        wanted = channels
        handle(.changed(isEmpty: channels.isEmpty))
    }

    func retryNow() { handle(.retry) }

    /// Ends the connection, and waits until all messages that have arrived are stored.
    func stop() async {
        handle(.stop)
        timer?.cancel()
        while queue.isRunning { await withCheckedContinuation { stopping.add($0, if: queue.isRunning) } }
    }

    // MARK: - Effects

    private func handle(_ event: StreamMachine.Event) {
        let before = machine.phase
        for effect in machine.handle(event, at: .now, random: .random(in: 0...1)) { perform(effect) }
        if machine.phase != before { changed() }
    }

    private func perform(_ effect: StreamMachine.Effect) {
        switch effect {
        case .connect(let isCautious):
            queue.connect = isCautious
            run()
        case .disconnect:
            queue.connect = nil
            if let token = connection.end() { transport.assumeIsolated { $0.cancel(token) } }
        case .alarm(let delay):
            guard let timer else {
                timer = TimerSource(after: delay, on: loop) { [weak self] in
                    self?.assumeIsolated { $0.handle(.alarm) }
                }
                return
            }
            timer.set(after: delay)
        }
    }

    /// Does the work in the queue, unless a task already does so.
    private func run() {
        guard !queue.isRunning else { return }
        queue.isRunning = true
        // Why: a callback of libcurl can't wait for the store. At most one task runs, until the queue is empty.
        Task {
            while let work = queue.next() {
                switch work {
                case .store(let messages, let position, let dropped): await store(messages, position, dropped)
                case .connect(let isCautious): await connect(isCautious)
                }
            }
            queue.isRunning = false
            stopping.resume()
        }
    }

    // MARK: - Storing

    private func store(_ messages: [PushMessage], _ position: StreamPosition, _ dropped: Int = 0) async {
        do {
            try await receive(messages, position, dropped)
            stored = position
        } catch {
            logger.warning(
                "Could not store messages",
                metadata: [
                    DistributorLogKey.server: "\(server.name)", DistributorLogKey.error: "\(type(of: error))",
                    DistributorLogKey.count: "\(messages.count)",
                ])
            queue.clear()
            engine = Self.engine(of: server, channels: stored.channels, cursor: stored.cursor)
            handle(.storeFailed)
        }
        if connection.isPaused, queue.hasRoom { pause(false) }
    }

    private func pause(_ isPaused: Bool) {
        guard let token = connection.token else { return }
        connection.isPaused = isPaused
        transport.assumeIsolated { $0.pause(token, isPaused) }
    }

    // MARK: - Connection

    private func connect(_ isCautious: Bool) async {
        let channels = wanted
        let cursor = channels == engine.channels ? engine.cursor : engine.cursor(for: channels)
        engine = Self.engine(of: server, channels: channels, cursor: cursor)
        if channels != stored.channels {
            // The order of the channels is stored before the first message whose position depends on it.
            await store([], StreamPosition(server: server.name, stream: number, channels: channels, cursor: cursor))
        }
        guard machine.phase == .connecting, channels == wanted else { return }
        var request = engine.request(to: server, isCautious: isCautious)
        request.certificateAuthority = server.certificateAuthority
        if let authorization = server.authorization { request.headers.append(("Authorization", authorization)) }
        let life = connection.begin()
        let token = await transport.stream(request, handlers(life))
        // While the proxy was looked up, other channels may have been set, or the connection may have ended.
        if !connection.set(token, life), let token { await transport.cancel(token) }
    }

    /// Makes the handlers of the connection with this number, by which late calls for an old connection are recognized.
    private func handlers(_ life: Int) -> HTTPHandlers {
        var handlers = HTTPHandlers { [weak self] failure in
            self?.assumeIsolated { $0.ended(failure, life) }
        }
        handlers.head = { [weak self] head in self?.assumeIsolated { $0.began(head, life) } }
        handlers.data = { [weak self] bytes in self?.assumeIsolated { $0.received(bytes, life) } }
        return handlers
    }

    private func began(_ head: HTTPResponseHead, _ life: Int) {
        guard connection.isCurrent(life) else { return }
        // A public network may answer every request with a page of its own.
        let isPage = head.value("content-type")?.lowercased().hasPrefix("text/html") == true
        guard head.status == 200, !isPage else {
            let answer = head.status == 200 ? "with a web page" : "\(head.status)"
            let pause = head.value("retry-after").flatMap { HTTPDate.delay($0, at: Date()) }
            connection.refusal = ("the server answered \(answer)", pause)
            return
        }
        guard engine.begins(head) else {
            logger.notice("The server's clock was set back", metadata: [DistributorLogKey.server: "\(server.name)"])
            handle(.misplaced)
            return
        }
        handle(.accepted)
    }

    private func received(_ bytes: [UInt8], _ life: Int) {
        guard connection.isCurrent(life), connection.refusal == nil else { return }
        let cursor = engine.cursor
        let batch = engine.read(bytes, at: Date())
        queue.drop(batch.dropped)
        if let count = droppedLines.add(batch.dropped, at: .now) {
            logger.warning(
                "Messages were dropped: they are too large, or no messages of UnifiedPush",
                metadata: [DistributorLogKey.server: "\(server.name)", DistributorLogKey.count: "\(count)"])
        }
        handle(.heard(next: connection.heard(batch)))
        guard !batch.messages.isEmpty || engine.cursor != cursor else { return }
        queue.add(
            batch.messages,
            StreamPosition(server: server.name, stream: number, channels: engine.channels, cursor: engine.cursor))
        if !queue.hasRoom, !connection.isPaused { pause(true) }
        run()
    }

    /// Returns the reason of a failure in a sentence without the server's address, which contains the channels.
    private static func reason(_ failure: HTTPFailure) -> String {
        if case .invalidURL = failure { return "the server's address is not valid" }
        return failure.description
    }

    private func ended(_ failure: HTTPFailure?, _ life: Int) {
        guard connection.isCurrent(life) else { return }
        let refusal = connection.refusal
        _ = connection.end()
        let reason = refusal?.reason ?? failure.map(Self.reason) ?? "the server ended the connection"
        handle(.ended(reason: reason, pause: refusal?.pause))
    }
}
