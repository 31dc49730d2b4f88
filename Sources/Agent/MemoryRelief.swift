// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop

/// Gives memory back to the system after a large load: the C library keeps what was freed between what is still in use.
///
/// A call of 16 MB takes some 300 MB while it is answered.
actor MemoryRelief {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// There between a load and the moment when memory is given back: an idle loop has no timer to look at.
    private var timer: TimerSource?

    /// Time for what follows from a load: it is shown, written, and told to whoever listens.
    private static let pause = Duration.milliseconds(500)

    init(on loop: EventLoop) { self.loop = loop }

    /// Gives back what is free then, once no load has ended for a while. On the loop.
    ///
    /// Between two calls of a long load nothing is given back: the next call would have to ask for it again.
    func loadHasEnded() {
        if let timer { return timer.set(after: Self.pause) }
        timer = TimerSource(after: Self.pause, on: loop) { [weak self] in self?.assumeIsolated { $0.giveBack() } }
    }

    private func giveBack() {
        timer = nil
        belfry_trim_memory()
    }
}
