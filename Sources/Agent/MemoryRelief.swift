// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop

/// Gives memory back to the system after the start, after a load (much traffic on the bus), and after a push.
///
/// The C library keeps freed memory between blocks in use: a call of 16 MB takes some 300 MB while it is answered. The
/// kernel also keeps code in memory that has run only once.
actor MemoryRelief: LoopActor {
    nonisolated let loop: EventLoop

    /// Timer from a load's end until memory is given back; an idle loop has no timer.
    private var timer: TimerSource?

    /// Time for the work that follows a load: presenting, storing and reporting notifications.
    private static let pause = Duration.seconds(2)

    init(on loop: EventLoop) { self.loop = loop }

    /// Starts the timer anew, so that memory is given back two seconds after the last load; called on the loop.
    ///
    /// Nothing is given back between the calls of a long load, because the next call would need it again.
    func loadHasEnded() {
        if let timer { return timer.set(after: Self.pause) }
        timer = TimerSource(after: Self.pause, on: loop) { [weak self] in self?.assumeIsolated { $0.giveBack() } }
    }

    private func giveBack() {
        timer = nil
        belfry_give_back_memory()
    }
}
