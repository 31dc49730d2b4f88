// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop

/// Gives memory back to the system after a large load: the C library keeps freed memory between blocks in use.
///
/// A call of 16 MB takes some 300 MB while it is answered.
actor MemoryRelief {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Timer from a load's end until memory is given back; an idle loop has no timer.
    private var timer: TimerSource?

    /// Time for the work that follows a load: to present, store and report it.
    private static let pause = Duration.milliseconds(500)

    init(on loop: EventLoop) { self.loop = loop }

    /// Schedules giving memory back, for when no load has ended for a while; called on the loop.
    ///
    /// Nothing is given back between the calls of a long load, because the next call would need it again.
    func loadHasEnded() {
        if let timer { return timer.set(after: Self.pause) }
        timer = TimerSource(after: Self.pause, on: loop) { [weak self] in self?.assumeIsolated { $0.giveBack() } }
    }

    private func giveBack() {
        timer = nil
        belfry_trim_memory()
    }
}
