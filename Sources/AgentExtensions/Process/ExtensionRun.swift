// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import SystemPackage

/// The course of an extension's run as a plain value: takes events, returns effects that ``ExtensionProcess`` performs.
struct ExtensionRun {
    enum Phase: Hashable {
        case running
        /// The guard process was told to kill all processes of the run, for this reason.
        case stopping(ExtensionOutcome.End)
        case ended
    }

    enum Event {
        /// The extension has written these bytes to standard output.
        case output([UInt8])
        /// The extension has written these bytes to standard error.
        case errors([UInt8])
        /// The extension must be warned that its time expires.
        case warningTime
        /// The time limit of the run has passed.
        case limit
        case cancelled
        /// The guard process has sent this message; earlier events have passed in all output before the message.
        case report(GuardReport)
        /// The guard process could not be started, or the process that started the guard has ended.
        case notStarted(String)
        /// The time in which the guard must start has passed.
        case startTime
        /// The guard has closed the socket without a report of the extension's end.
        case lost
        /// The guard has not killed all processes of the run in time.
        case patienceTime
    }

    enum Effect: Hashable {
        /// Passes a complete line of the output to the caller.
        case pass([UInt8])
        case warn
        /// Tells the guard to kill all processes of the run, and starts the time limit for killing them.
        case stop
        case finish(ExtensionOutcome)
    }

    private(set) var phase = Phase.running
    private(set) var hasStarted = false
    private(set) var hasControlGroup = false
    private var wasWarned = false
    /// The extension's standard output. Blank lines are kept, so that the reader of the answers reports them as faults.
    private var output = ExtensionLines(keepsBlankLines: true)
    private var errors: [UInt8] = []
    private var errorCount = 0

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - elapsed: The time since the start of the run.
    /// - Returns: The effects, in order.
    mutating func handle(_ event: Event, at elapsed: Duration) -> [Effect] {
        guard phase != .ended else { return [] }
        switch event {
        case .output(let bytes): return write(bytes)
        case .errors(let bytes): return complain(bytes)
        case .warningTime:
            guard phase == .running, !wasWarned else { return [] }
            wasWarned = true
            return [.warn]
        case .startTime: return hasStarted ? [] : stop(.notStarted("the guard process did not start in time"))
        case .limit: return stop(.timedOut)
        case .cancelled: return stop(.cancelled)
        case .report(.started(let hasControlGroup)):
            hasStarted = true
            self.hasControlGroup = hasControlGroup
            return []
        case .report(.exited(let status)): return finish(.exited(status), at: elapsed)
        case .report(.signaled(let signal)): return finish(.signaled(signal), at: elapsed)
        case .report(.failed(let number)):
            return finish(.notStarted("the program could not be run: \(Errno(rawValue: number))"), at: elapsed)
        // The process that has started the guard may have ended, while the guard itself runs.
        case .notStarted(let reason): return hasStarted ? stop(.lost) : finish(.notStarted(reason), at: elapsed)
        case .lost:
            return finish(hasStarted ? .lost : .notStarted("the guard process ended at its start"), at: elapsed)
        case .patienceTime: return finish(.lost, at: elapsed)
        }
    }

    private mutating func write(_ bytes: [UInt8]) -> [Effect] {
        // Lines that the extension writes after the time limit or the cancellation of the run come too late.
        guard phase == .running else { return [] }
        let effects = output.add(bytes).map(Effect.pass)
        return output.isOverLimit ? effects + stop(.wroteTooMuch) : effects
    }

    private mutating func complain(_ bytes: [UInt8]) -> [Effect] {
        errors += bytes.prefix(ExtensionWire.errorLimit - errors.count)
        errorCount += bytes.count
        // Without this limit, the agent would have to read standard error without end.
        return errorCount > ExtensionWire.outputLimit ? stop(.wroteTooMuch) : []
    }

    private mutating func stop(_ end: ExtensionOutcome.End) -> [Effect] {
        guard phase == .running else { return [] }
        phase = .stopping(end)
        return [.stop]
    }

    private mutating func finish(_ end: ExtensionOutcome.End, at elapsed: Duration) -> [Effect] {
        var end = end
        if case .stopping(let reason) = phase { end = reason }
        phase = .ended
        return [
            .finish(
                ExtensionOutcome(
                    end: end, wasWarned: wasWarned, errors: String(decoding: errors, as: UTF8.self), elapsed: elapsed))
        ]
    }
}
