// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc
import Synchronization

/// Ends all started programs when the benchmark gets SIGINT or SIGTERM.
actor Interruption: LoopActor {
    private static let processes = Mutex<Set<Int32>>([])
    private static let folders = Mutex<Set<String>>([])

    nonisolated let loop: EventLoop
    private var source: SignalSource?

    init(on loop: EventLoop) async {
        self.loop = loop
        do {
            source = try SignalSource([SIGINT, SIGTERM], on: loop) { signal in Self.endEverything(signal) }
        } catch {
            // Measuring works without it, but Ctrl-C then leaves processes behind.
            source = nil
        }
    }

    static func add(_ process: Int32) { _ = processes.withLock { $0.insert(process) } }
    static func remove(_ process: Int32) { _ = processes.withLock { $0.remove(process) } }
    static func add(folder: String) { _ = folders.withLock { $0.insert(folder) } }
    static func remove(folder: String) { _ = folders.withLock { $0.remove(folder) } }

    private static func endEverything(_ signal: Int32) {
        for process in processes.withLock({ $0 }) { kill(process, SIGKILL) }
        for folder in folders.withLock({ $0 }) { try? TemporaryFolder.delete(folder) }
        exit(128 + signal)
    }
}
