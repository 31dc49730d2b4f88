// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The main thread's state as seen by the kernel.
enum MainThread {
    /// Returns a value that changes only if the main thread does any work.
    ///
    /// It is nil, which doesn't change either, if the kernel doesn't tell.
    static func progress() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(getpid())/status", encoding: .utf8) else {
            return nil
        }
        let lines = text.split(separator: "\n")
        let isRunning = lines.contains { $0.hasPrefix("State:\tR") }
        let switches = lines.filter { $0.contains("voluntary_ctxt_switches") }
        // A computing thread need not have context switches.
        return isRunning ? UUID().uuidString : switches.joined()
    }
}
