// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLog
package import DBus
package import EventLoop
import FoundationEssentials
import Glibc
package import Logging
import Subprocess
import Synchronization
import SystemPackage

/// The way outside of an agent that its unit confines: its other half, a `belfryd` that nothing confines.
///
/// What the unit forbids would be forbidden to the person's programs too, if the agent started them, and from its user name
/// space no caller can be looked at. So both is done by a process that does nothing else, started by the user's systemd when it is
/// first needed and again when it has ended. It ends with the agent, as its socket does.
package actor UnsandboxedLink {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private static let current = Mutex<UnsandboxedLink?>(nil)
    /// That of this process; nil for an agent that is not confined, which does everything itself.
    package static var shared: UnsandboxedLink? { current.withLock { $0 } }

    private let logger: Logger
    private var connection: Connection?
    private var socket: UnsandboxedSocket?
    private var starting: Task<Void, any Error>?
    private var starts = 0
    private var lastNumber: UInt64 = 0
    private var talks: [UInt64: Talk] = [:]
    /// What kept it from being started last.
    private var problem: String?
    /// When the machine is to be woken: another half has to be told.
    private var waking: Double?

    /// What was answered to one request, and who waits for more.
    private struct Talk {
        var answers: [UnsandboxedAnswer] = []
        var reader: CheckedContinuation<UnsandboxedAnswer, any Error>?
    }

    /// How long it may take to come.
    private static let patience = Duration.seconds(10)
    private static let lost = ProgramFailure(reason: "the way out of the agent's sandbox was lost")

    private init(on loop: EventLoop, logger: Logger) {
        self.loop = loop
        self.logger = logger
    }

    /// From now on this process is one that is confined. Before anything is started.
    package static func open(on loop: EventLoop, logger: Logger) {
        current.withLock { $0 = UnsandboxedLink(on: loop, logger: logger) }
    }

    /// Where the user's systemd is; begins to start the other half, which is needed soon.
    package func use(_ connection: Connection) {
        self.connection = connection
        Task { try? await connected() }
    }

    // MARK: - Requests

    /// The answer to a request that has one.
    ///
    /// - Throws: ``ProgramFailure``, `BusError` where there is no other half.
    package func ask(_ request: UnsandboxedRequest, _ descriptors: [Int32] = []) async throws -> UnsandboxedAnswer {
        try await connected()
        let number = try send(request, descriptors)
        defer { talks[number] = nil }
        return try await next(of: number)
    }

    /// See ``ProgramCall/run(input:output:started:)``.
    func run(
        _ call: ProgramCall, input: FileDescriptor?, output: ProgramCall.Output,
        started: @Sendable () async -> Void
    ) async throws -> ProgramResult {
        let (number, pipe) = try await begin(call, input, output)
        defer { talks[number] = nil }
        return try await withTaskCancellationHandler {
            if case .failed(let failure) = try await next(of: number) { throw failure }
            await started()
            let kept = await pipe?.contents() ?? []
            // Who is cancelled has said that it is to end.
            let isTooMuch = output.endsAtLimit && kept.count == output.limit
            if !Task.isCancelled { _ = try send(isTooMuch ? .end(number) : .read(number)) }
            let status = try await end(of: number)
            try Task.checkCancellation()
            return ProgramResult(status: status, output: kept)
        } onCancel: {
            pipe?.stop()
            loop.perform { [self] in assumeIsolated { _ = try? $0.send(.end(number)) } }
        }
    }

    /// Sends the request; what it takes along is closed here, whatever comes of it.
    private func begin(
        _ call: ProgramCall, _ input: FileDescriptor?, _ output: ProgramCall.Output
    ) async throws -> (UInt64, OutputPipe?) {
        var own = input.map { [$0] } ?? []
        defer { for descriptor in own { try? descriptor.close() } }
        try await connected()
        let nothing = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        own.append(nothing)
        var pipe: OutputPipe?
        var (said, complained) = (nothing, nothing)
        if let limit = output.limit {
            let (reading, writing) = try OutputPipe.make(keeping: limit, endsAtLimit: output.endsAtLimit)
            own.append(writing)
            (pipe, said) = (reading, writing)
            if case .keptWithErrors = output { complained = writing }
        }
        let descriptors = [input ?? nothing, said, complained].map(\.rawValue)
        return (try send(.run(call.complete), descriptors), pipe)
    }

    /// Waits for the end of a program, also after it was told to.
    private func end(of number: UInt64) async throws -> TerminationStatus {
        switch try await next(of: number) {
        case .exited(let code): return .exited(code)
        case .signaled(let signal): return .signaled(signal)
        case .failed(let failure): throw failure
        default: throw Self.lost
        }
    }

    /// Has the machine woken at this moment.
    ///
    /// - Returns: Whether it will be.
    @discardableResult
    package func wake(at moment: Double?) async -> Bool {
        waking = moment
        guard case .wake(true)? = try? await ask(.wake(moment)) else { return false }
        return true
    }

    // MARK: - The socket

    private func send(_ request: UnsandboxedRequest, _ descriptors: [Int32] = []) throws -> UInt64 {
        guard let socket else { throw Self.lost }
        let body = try MemoryFile.make(Array(JSONEncoder().encode(request)))
        defer { try? body.close() }
        lastNumber += 1
        let number = lastNumber
        try socket.send((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }, [body.rawValue] + descriptors)
        switch request {
        // Nothing is answered to these.
        case .read, .end: break
        case .run, .origin, .program, .launch, .wake: talks[number] = Talk()
        }
        return number
    }

    private func next(of number: UInt64) async throws -> UnsandboxedAnswer {
        try await withCheckedThrowingContinuation { continuation in
            guard var talk = talks[number] else { return continuation.resume(throwing: Self.lost) }
            if talk.answers.isEmpty {
                talk.reader = continuation
            } else {
                continuation.resume(returning: talk.answers.removeFirst())
            }
            talks[number] = talk
        }
    }

    private func received(_ message: UnsandboxedMessage) {
        guard var talk = talks[message.number] else { return }
        if let reader = talk.reader {
            talk.reader = nil
            talks[message.number] = talk
            reader.resume(returning: message.answer)
        } else {
            talk.answers.append(message.answer)
            talks[message.number] = talk
        }
    }

    private func ended() {
        guard socket != nil else { return }
        socket = nil
        logger.warning("What the agent does outside of its sandbox has ended")
        let readers = talks.values.compactMap(\.reader)
        talks = [:]
        for reader in readers { reader.resume(throwing: Self.lost) }
    }

    // MARK: - Its start

    private func connected() async throws {
        guard socket == nil || starting != nil else { return }
        let task = starting ?? Task { try await start() }
        starting = task
        defer { if starting == task { starting = nil } }
        try await task.value
    }

    private func start() async throws {
        guard let connection else { throw ProgramFailure(reason: "the agent is on no bus") }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Errno(rawValue: errno)
        }
        let other = FileDescriptorHandle(owning: ends[1])
        talks[0] = Talk()
        starts += 1
        let generation = starts
        socket = UnsandboxedSocket(ends[0], on: loop) { [weak self] message in
            self?.assumeIsolated { $0.heard(message, generation) }
        }
        do {
            try await UnsandboxedUnit.start(other, number: generation, on: connection)
            let limit = TimerSource(after: Self.patience, on: loop) { [weak self] in
                self?.assumeIsolated { $0.heard(nil, generation) }
            }
            defer { limit.cancel() }
            guard case .ready(AgentVersion.current) = try await next(of: 0) else {
                throw ProgramFailure(reason: "belfryd was replaced since the agent was started")
            }
            talks[0] = nil
            problem = nil
            if let waking { _ = try send(.wake(waking)) }
        } catch {
            socket = nil
            talks[0] = nil
            let summary = "\(ErrorSummary(error))"
            // Every caller meets it.
            if summary != problem {
                logger.error("Could not get out of the sandbox", metadata: [LogKey.error: "\(summary)"])
            }
            problem = summary
            throw error
        }
    }

    private func heard(_ message: (bytes: [UInt8], descriptors: [Int32])?, _ generation: Int) {
        guard generation == starts else { return }
        guard let message else { return ended() }
        for descriptor in message.descriptors { close(descriptor) }
        guard let answer = try? JSONDecoder().decode(UnsandboxedMessage.self, from: Data(message.bytes)) else { return }
        received(answer)
    }
}
