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

    private var timer: TimerSource?
    private var isSet = false

    /// Time for what follows from a load: it is shown, written, and told to whoever listens.
    private static let pause = Duration.milliseconds(500)

    init(on loop: EventLoop) { self.loop = loop }

    /// Gives back soon what is free then; once for many loads. On the loop.
    func loadHasEnded() {
        guard !isSet else { return }
        isSet = true
        if timer == nil {
            timer = TimerSource(after: nil, on: loop) { [weak self] in self?.assumeIsolated { $0.giveBack() } }
        }
        timer?.set(after: Self.pause)
    }

    private func giveBack() {
        isSet = false
        belfry_trim_memory()
    }
}
