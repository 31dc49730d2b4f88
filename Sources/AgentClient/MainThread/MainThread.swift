// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel knows of the main thread.
enum MainThread {
    /// Something that stays the same while the main thread waits, and changes while it does anything.
    ///
    /// Nil where the kernel does not tell; that stays the same, too.
    static func progress() -> String? {
        guard let text = try? String(contentsOfFile: "/proc/self/task/\(getpid())/status", encoding: .utf8) else {
            return nil
        }
        let lines = text.split(separator: "\n")
        let isRunning = lines.contains { $0.hasPrefix("State:\tR") }
        let switches = lines.filter { $0.contains("voluntary_ctxt_switches") }
        // One that computes need not be switched away from.
        return isRunning ? UUID().uuidString : switches.joined()
    }
}
