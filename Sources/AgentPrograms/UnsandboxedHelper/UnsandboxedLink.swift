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

/// The sandboxed agent's connection to its helper process, a second `belfryd` outside the sandbox.
///
/// The agent's unit would also restrict the programs that the agent starts, and the agent's user namespace hides other
/// processes. So the helper starts programs and looks at processes. The user's systemd starts the helper before the
/// first request, and again for a request after the helper ended. The helper ends with the agent: their socket closes.
package actor UnsandboxedLink: LoopActor {
    package nonisolated let loop: EventLoop

    private static let current = Mutex<UnsandboxedLink?>(nil)
    /// The link of this process to its helper process; nil for an agent without a sandbox, which needs no helper.
    package static var shared: UnsandboxedLink? { current.withLock { $0 } }

    private let logger: Logger
    private var connection: Connection?
    private var socket: UnsandboxedSocket?
    private var starting: Task<Void, any Error>?
    private var starts = 0
    private var lastNumber: UInt64 = 0
    private var talks: [UInt64: Talk] = [:]
    /// The last error at the start of the helper process.
    private var problem: String?
    /// The date to wake the machine, in seconds since 1970; a restarted helper process gets this date again.
    private var waking: Double?

    /// The unread replies to one request, and the task that waits for the next reply.
    private struct Talk {
        var answers: [UnsandboxedAnswer] = []
        var reader: CheckedContinuation<UnsandboxedAnswer, any Error>?
    }

    private static let lost = ProgramFailure(reason: "the helper process outside the sandbox has ended")

    private init(on loop: EventLoop, logger: Logger) {
        (self.loop, self.logger) = (loop, logger)
    }

    /// Creates the link of a sandboxed agent, which from then on starts all programs through the helper process.
    package static func open(on loop: EventLoop, logger: Logger) {
        current.withLock { $0 = UnsandboxedLink(on: loop, logger: logger) }
    }

    /// Sets the bus on which the user's systemd is, and starts the helper process before the first request.
    package func use(_ connection: Connection) {
        self.connection = connection
        Task { try? await connected() }
    }

    // MARK: - Requests

    /// Sends a request and waits for its reply; asks a new helper process if the helper ended during a question.
    ///
    /// - Throws: ``ProgramFailure``, or `BusError` if the helper process can't be started.
    package func ask(_ request: UnsandboxedRequest, _ descriptors: [Int32] = []) async throws -> UnsandboxedAnswer {
        do {
            return try await reply(to: request, descriptors)
        } catch let failure as ProgramFailure where failure == Self.lost && request.isRepeatable {
            return try await reply(to: request, descriptors)
        }
    }

    private func reply(to request: UnsandboxedRequest, _ descriptors: [Int32]) async throws -> UnsandboxedAnswer {
        try await connected()
        let number = try send(request, descriptors)
        defer { talks[number] = nil }
        return try await next(of: number)
    }

    /// Runs a program as ``ProgramCall/run(input:output:started:)`` does.
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
            // If the task was cancelled, `onCancel` has sent `.end` already.
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

    /// Runs a program as ``ProgramCall/run(input:output:errors:)`` does. Cancelling the task doesn't end this program.
    func run(
        _ call: ProgramCall, _ input: FileDescriptor, _ output: FileDescriptor, _ errors: FileDescriptor
    ) async throws -> TerminationStatus {
        let files = [input, output, errors]
        let number: UInt64
        do {
            defer { for file in files { try? file.close() } }
            try await connected()
            number = try send(.run(call.complete), files.map(\.rawValue))
        }
        defer { talks[number] = nil }
        if case .failed(let failure) = try await next(of: number) { throw failure }
        // This process doesn't read the output, so the helper may wait for the program's end at once.
        _ = try send(.read(number))
        return try await end(of: number)
    }

    /// Asks the helper process to run a program; closes the program's descriptors in this process, also after an error.
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

    /// Waits for the end of the program that was started by request `number`, also after `.end` was sent.
    private func end(of number: UInt64) async throws -> TerminationStatus {
        switch try await next(of: number) {
        case .exited(let code): return .exited(code)
        case .signaled(let signal): return .signaled(signal)
        case .failed(let failure): throw failure
        default: throw Self.lost
        }
    }

    /// Asks the helper process to wake the machine at `moment`, in seconds since 1970; nil means never.
    ///
    /// - Returns: Whether the machine will be woken.
    @discardableResult
    package func wake(at moment: Double?) async -> Bool {
        waking = moment
        return (try? await ask(.wake(moment))) == .wake(true)
    }

    // MARK: - Messages on the socket

    private func send(_ request: UnsandboxedRequest, _ descriptors: [Int32] = []) throws -> UInt64 {
        guard let socket else { throw Self.lost }
        let body = try MemoryFile.make(Array(JSONEncoder().encode(request)))
        defer { try? body.close() }
        lastNumber += 1
        let number = lastNumber
        do {
            try socket.send(withUnsafeBytes(of: number.littleEndian) { Array($0) }, [body.rawValue] + descriptors)
        } catch {
            guard error == .brokenPipe || error == .connectionReset else { throw error }
            ended()
            throw Self.lost
        }
        switch request {
        case .read, .end: break  // The helper process replies to neither of these requests.
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

    private func ended() {
        guard socket != nil else { return }
        socket = nil
        logger.warning("The helper process outside the sandbox has ended")
        let readers = talks.values.compactMap(\.reader)
        talks = [:]
        for reader in readers { reader.resume(throwing: Self.lost) }
    }

    // MARK: - Start of the helper process

    private func connected() async throws {
        guard socket == nil || starting != nil else { return }
        let task = starting ?? Task { try await start() }
        starting = task
        defer { if starting == task { starting = nil } }
        try await task.value
    }

    private func start() async throws {
        guard let connection else { throw ProgramFailure(reason: "the agent is not connected to a bus") }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Errno(rawValue: errno)
        }
        let other = FileDescriptorHandle(owning: ends[1])
        talks[0] = Talk()
        defer { talks[0] = nil }
        starts += 1
        let generation = starts
        socket = UnsandboxedSocket(ends[0], on: loop) { [weak self] message in
            self?.assumeIsolated { $0.heard(message, generation) }
        }
        do {
            try await UnsandboxedUnit.start(other, number: generation, on: connection)
            let limit = TimerSource(after: UnsandboxedUnit.patience, on: loop) { [weak self] in
                self?.assumeIsolated { $0.heard(nil, generation) }
            }
            defer { limit.cancel() }
            guard case .ready(AgentVersion.current) = try await next(of: 0) else {
                throw ProgramFailure(reason: "belfryd was updated after the agent started; restart the agent")
            }
            problem = nil
            if let waking { _ = try send(.wake(waking)) }
        } catch {
            socket = nil
            let summary = "\(ErrorSummary(error))"
            // Every caller meets the same error, so the error is logged once.
            if summary != problem {
                logger.error(
                    "Could not start the helper process outside the sandbox", metadata: [LogKey.error: "\(summary)"])
            }
            problem = summary
            throw error
        }
    }

    private func heard(_ message: (bytes: [UInt8], descriptors: [Int32])?, _ generation: Int) {
        guard generation == starts else { return }
        guard let message else { return ended() }
        for descriptor in message.descriptors { close(descriptor) }
        guard let reply = try? JSONDecoder().decode(UnsandboxedMessage.self, from: Data(message.bytes)) else { return }
        if let reader = talks[reply.number]?.reader.take() {
            reader.resume(returning: reply.answer)
        } else {
            talks[reply.number]?.answers.append(reply.answer)
        }
    }
}

extension NameOwner {
    /// Finds the process that owns a bus name; a sandboxed agent asks the helper process, which sees other processes.
    package init?(visibleOf name: String, on connection: Connection) async throws {
        guard let link = UnsandboxedLink.shared else {
            try await self.init(of: name, on: connection)
            return
        }
        try await self.init(of: name, on: connection) { process in
            guard case .program(let path)? = try? await link.ask(.program(process)) else { return nil }
            return path
        }
    }
}
