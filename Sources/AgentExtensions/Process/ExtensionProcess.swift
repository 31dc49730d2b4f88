// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import CLinux
import EventLoop
import Glibc

/// A run of an extension: the timers, and the descriptors to the extension and to the guard, which starts and ends it.
actor ExtensionProcess: LoopActor {
    nonisolated let loop: EventLoop

    private let clock: (any WallClock)?
    private let program: ExtensionProgram
    private let warning: [UInt8]
    private let line: @Sendable ([UInt8], Duration) -> Void
    private let began = SuspendingClock.now

    private var run = ExtensionRun()
    private var descriptors: ExtensionDescriptors?
    /// Bytes for the extension's standard input that the socket has not taken yet.
    private var outbox: [UInt8]
    /// Bytes from the guard that are not a complete report yet.
    private var reports: [UInt8] = []
    /// Whether the start of the guard has neither succeeded nor failed yet.
    private var isStarting = true
    private var isSocketClosed = false
    private var sources: [FileDescriptorSource] = []
    private var writing: FileDescriptorSource?
    private var timers: [any ClockTimer] = []
    private var result: ExtensionOutcome?
    private var waiters = Waiters()

    /// The time in which the guard must start, and in which the guard must kill all processes of the run.
    static let patience = Duration.seconds(10)

    /// Creates the run of a program; without a clock, the time limit is measured in real time.
    init(
        _ program: ExtensionProgram, first: [UInt8], warning: [UInt8], clock: (any WallClock)?, on loop: EventLoop,
        line: @escaping @Sendable ([UInt8], Duration) -> Void
    ) {
        (self.loop, self.clock, self.program) = (loop, clock, program)
        (self.warning, self.line) = (warning, line)
        outbox = first
    }

    /// Runs the extension until it ends; cancelling the task kills the extension.
    ///
    /// - Parameter start: Starts the guard; returns once the guard has started, or once it has ended.
    /// - Returns: The outcome, and whether a control group has limited the run.
    func outcome(
        start: @escaping @Sendable (ExtensionDescriptors.Others) async throws -> Void
    ) async -> (outcome: ExtensionOutcome, hasControlGroup: Bool) {
        await withTaskCancellationHandler {
            begin(start)
            while result == nil {
                await withCheckedContinuation { waiters.add($0, if: result == nil) }
            }
            let outcome = result ?? ExtensionOutcome(end: .lost, wasWarned: false, errors: "", elapsed: .zero)
            return (outcome, run.hasControlGroup)
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.handle(.cancelled) } }
        }
    }

    private func begin(_ start: @escaping @Sendable (ExtensionDescriptors.Others) async throws -> Void) {
        let made: (own: ExtensionDescriptors, others: ExtensionDescriptors.Others)
        do { made = try ExtensionDescriptors.make() } catch { return handle(.notStarted("\(error)")) }
        descriptors = made.own
        watch(made.own)
        timers = [
            timer(after: program.warningTime) { self.assumeIsolated { $0.handle(.warningTime) } },
            timer(after: program.timeLimit) { self.assumeIsolated { $0.handle(.limit) } },
            TimerSource(after: Self.patience, on: loop) { self.assumeIsolated { $0.handle(.startTime) } },
        ]
        send()
        // Why: cancelling the run must not end the guard before the guard has killed the extension's processes.
        Task {
            do {
                try await start(made.others)
                isStarting = false
                if isSocketClosed { handle(.lost) }
            } catch {
                handle(.notStarted(ExtensionStart.reason(error)))
            }
        }
    }

    private func timer(after delay: Duration, _ handler: @escaping @Sendable () -> Void) -> any ClockTimer {
        clock?.timer(after: delay, on: loop, handler: handler) ?? TimerSource(after: delay, on: loop, handler: handler)
    }

    private func watch(_ own: ExtensionDescriptors) {
        sources = [
            FileDescriptorSource(own.guardSocket, .readable, on: loop) { _ in
                self.assumeIsolated { $0.readReports() }
            },
            FileDescriptorSource(own.output, .readable, on: loop) { _ in
                self.assumeIsolated { $0.read(own.output, 1) { .output($0) } }
            },
            FileDescriptorSource(own.errors, .readable, on: loop) { _ in
                self.assumeIsolated { $0.read(own.errors, 2) { .errors($0) } }
            },
        ]
    }

    // MARK: - Events

    private func handle(_ event: ExtensionRun.Event) {
        for effect in run.handle(event, at: elapsed) {
            switch effect {
            case .pass(let bytes): line(bytes, elapsed)
            case .warn:
                outbox += warning
                send()
            case .stop: stop()
            case .finish(let outcome): finish(outcome)
            }
        }
    }

    private var elapsed: Duration { SuspendingClock.now - began }

    private func stop() {
        // The guard kills all processes once it sees the socket's end; the other direction stays open for its report.
        if let descriptors { shutdown(descriptors.guardSocket, Int32(SHUT_WR)) }
        writing?.cancel()
        timers.append(TimerSource(after: Self.patience, on: loop) { self.assumeIsolated { $0.handle(.patienceTime) } })
    }

    private func finish(_ outcome: ExtensionOutcome) {
        result = outcome
        for timer in timers { timer.cancel() }
        for source in sources + [writing].compactMap(\.self) { source.cancel() }
        (timers, sources, writing) = ([], [], nil)
        descriptors.take()?.close()
        waiters.resume()
    }

    // MARK: - Descriptors

    /// Writes to the extension's standard input as much as the socket takes; the rest follows later.
    private func send() {
        guard let descriptors, !outbox.isEmpty, writing == nil else { return }
        let count = Glibc.send(descriptors.guardSocket, outbox, outbox.count, Int32(MSG_NOSIGNAL))
        // After an error the socket closes, which its event source reports.
        guard count >= 0 || errno == EAGAIN || errno == EINTR else { return }
        outbox.removeFirst(max(count, 0))
        guard !outbox.isEmpty else { return }
        writing = FileDescriptorSource(descriptors.guardSocket, .writable, on: loop) { _ in
            self.assumeIsolated {
                $0.writing.take()?.cancel()
                $0.send()
            }
        }
    }

    private func readReports() {
        guard let descriptors else { return }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptors.guardSocket, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { socketClosed() }
            return
        }
        reports += buffer[..<count]
        while let end = reports.firstIndex(of: UInt8(ascii: "\n")) {
            let report = GuardReport(String(decoding: reports[..<end], as: UTF8.self))
            reports.removeFirst(end + 1)
            // The guard's last report comes after the extension's last byte, but the loop may see the report first.
            read(descriptors.output, 1) { .output($0) }
            read(descriptors.errors, 2) { .errors($0) }
            handle(report.map { .report($0) } ?? .lost)
        }
    }

    private func socketClosed() {
        sources[0].cancel()
        isSocketClosed = true
        // If the guard could not be started, an event with the reason follows.
        if run.hasStarted || !isStarting { handle(.lost) }
    }

    /// Reads all bytes that are in a pipe; stops watching the pipe once its other end is closed.
    private func read(_ pipe: Int32, _ index: Int, _ event: ([UInt8]) -> ExtensionRun.Event) {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while sources.indices.contains(index) {
            let count = Glibc.read(pipe, &buffer, buffer.count)
            guard count > 0 else {
                if count == 0 || errno != EAGAIN && errno != EINTR { sources[index].cancel() }
                return
            }
            handle(event(Array(buffer[..<count])))
            // An extension that never stops writing must not hold up the loop.
            if run.phase != .running { return sources.indices.contains(index) ? sources[index].cancel() : () }
        }
    }
}
