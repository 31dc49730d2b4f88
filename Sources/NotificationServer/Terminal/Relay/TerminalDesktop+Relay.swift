// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop

/// Connection of the display to its terminal: key presses, reports, and the notifications that are handed on.
struct TerminalLink {
    var keys = KeyReader()
    var reports = TerminalReports()
    var relay = TerminalRelay()
    /// Timer that limits the relay's wait for the terminal's answers and last reports.
    var answers: TimerSource?
    /// Timer after which the display no longer waits for the end of a terminal's incomplete sequence.
    var pause: TimerSource?
    /// Suspends or ends the program; called when the terminal sends no more reports.
    var settled: (() -> Void)?

    /// Stops the timers.
    mutating func end() {
        answers.take()?.cancel()
        pause.take()?.cancel()
    }
}

extension TerminalDesktop {
    func startRelay(_ plan: RelayPlan) { perform(link.relay.start(plan)) }

    /// Handles bytes of the terminal: reports go to the relay, and the rest are key presses.
    func read(_ bytes: [UInt8]) {
        guard link.relay.hasAsked else { return press(bytes) }
        handle(link.reports.read(bytes))
        // If no reports are expected, an escape byte is the Escape key without a pause.
        if let pause = link.reports.pause, !link.relay.expectsReports, pause == TerminalReports.escapePause {
            handle(link.reports.giveUp())
        }
        let timer =
            link.pause
            ?? TimerSource(after: nil, on: loop) { [weak self] in
                self?.assumeIsolated {
                    $0.handle($0.link.reports.giveUp())
                    $0.drawStatus()
                }
            }
        timer.set(after: link.reports.pause)
        link.pause = timer
    }

    private func handle(_ pieces: [TerminalReports.Piece]) {
        for piece in pieces {
            switch piece {
            case .keys(let bytes): press(bytes)
            case .report(let report): perform(link.relay.handle(report))
            }
        }
    }

    func perform(_ effects: [TerminalRelay.Effect]) {
        for effect in effects {
            switch effect {
            case .write(let sequences): output.send(sequences)
            case .say(let line): say(line)
            case .wait(let time):
                let timer =
                    link.answers
                    ?? TimerSource(after: nil, on: loop) { [weak self] in
                        self?.assumeIsolated { $0.perform($0.link.relay.timeIsUp()) }
                    }
                timer.set(after: time)
                link.answers = timer
            case .invoke(let key, let id): follow(.invoke(key: key, id: id))
            case .dismiss(let id): follow(.dismiss(id: id))
            case .settled: link.settled.take()?()
            }
        }
    }

    /// Withdraws the notifications from the terminal, and waits until the terminal sends no more reports.
    func settleRelay() async {
        guard output.isOpen, input?.isActive == true else { return }
        await withCheckedContinuation { continuation in settle { continuation.resume() } }
    }

    /// Suspends this program when the terminal sends no more reports, because the shell would read further reports.
    func suspendAfterRelay() { if link.settled == nil { settle { self.suspend() } } }

    /// Calls `next` when the terminal sends no more reports; replaces an earlier `next` that still waits.
    private func settle(_ next: @escaping () -> Void) {
        link.settled = next
        perform(link.relay.settleAll())
    }
}
