// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// Calls that wait for a reply, by serial number, with a timer for their deadlines.
///
/// The object is used on the loop only, hence the `@unchecked`.
final class PendingCalls: @unchecked Sendable {
    typealias Reply = @Sendable (Result<Message, BusError>) -> Void

    private struct Entry {
        let deadline: SuspendingClock.Instant?
        let reply: Reply
    }

    private let wire: Wire
    private let loop: EventLoop
    private var entries: [UInt32: Entry] = [:]
    /// Time before which no pending call expires; nil if no pending call has a deadline.
    private var earliestDeadline: SuspendingClock.Instant?
    private var timer: TimerSource?
    private var timerDeadline: SuspendingClock.Instant?

    init(on wire: Wire, loop: EventLoop) { (self.wire, self.loop) = (wire, loop) }

    /// Sends a signal, or a call without a reply; see ``Connection/send(_:)``.
    func send(_ message: Message) throws(BusError) {
        var message = message
        message.expectsReply = false
        _ = try wire.send(message)
    }

    /// Sends a call; see ``Connection/start(_:timeout:reply:)``.
    @discardableResult
    func start(_ message: Message, timeout: Duration? = .seconds(25), reply: @escaping Reply) -> UInt32 {
        let serial: UInt32
        do {
            serial = try wire.send(message)
        } catch {
            reply(.failure(error))
            return 0
        }
        let deadline = timeout.map { SuspendingClock.now.advanced(by: min($0, .seconds(1 << 30))) }
        entries[serial] = Entry(deadline: deadline, reply: reply)
        if let deadline { earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline }
        setTimer()
        return serial
    }

    /// Passes the result to the closure of a call; returns false if no call with this serial number is pending.
    @discardableResult
    func finish(_ serial: UInt32, _ result: Result<Message, BusError>) -> Bool {
        guard let entry = entries.removeValue(forKey: serial) else { return false }
        // Searching for the next deadline after every reply would be slow. `expire` searches when the timer fires.
        if entries.isEmpty { earliestDeadline = nil }
        setTimer()
        entry.reply(result)
        return true
    }

    /// Fails every pending call, the oldest first.
    func finishAll(_ error: BusError) {
        timer = nil
        let all = entries
        entries = [:]
        (earliestDeadline, timerDeadline) = (nil, nil)
        for (_, entry) in all.sorted(by: { $0.key < $1.key }) { entry.reply(.failure(error)) }
    }

    /// Sets the timer for the next deadline. The timer may fire early, because it isn't set again for each reply.
    private func setTimer() {
        if earliestDeadline == timerDeadline { return }
        timerDeadline = earliestDeadline
        let delay = timerDeadline.map { SuspendingClock.now.duration(to: $0) }
        if let timer {
            timer.set(after: delay)
        } else if let delay {
            timer = TimerSource(after: delay, on: loop) { [weak self] in self?.expire() }
        }
    }

    private func expire() {
        timerDeadline = nil
        let now = SuspendingClock.now
        let expired = entries.filter { entry in entry.value.deadline.map { $0 <= now } ?? false }
        for serial in expired.keys { entries[serial] = nil }
        earliestDeadline = entries.values.lazy.compactMap(\.deadline).min()
        setTimer()
        for (_, entry) in expired.sorted(by: { $0.key < $1.key }) { entry.reply(.failure(.timeout)) }
    }
}
