// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop
import Foundation
import Glibc

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

/// Memory pages of the program's own code.
enum ProgramText {
    /// Gives the pages back to the system; when one is needed again, a fault maps sixteen from the page cache.
    ///
    /// Reading the options, opening the store and connecting to the bus touch 14 MB of code. An idle agent needs none
    /// of it until it is called, and the kernel would take the pages away only when memory is short. Nothing is lost:
    /// the pages are clean and can't be written. Pages of data stay, because they have been relocated.
    static func giveBack() {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        else { return }
        // A line is such as "55d0c8a00000-55d0c9c00000 r-xp 00a00000 fe:00 1234  /usr/libexec/belfryd".
        for line in maps.split(separator: "\n") where line.hasSuffix(program) {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[1] == "r-xp" else { continue }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}
