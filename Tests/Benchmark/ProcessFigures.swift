// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Figures of the kernel about a process.
enum ProcessFigures {
    /// Returns the proportional set size in bytes: shared pages are divided among their processes.
    static func proportionalMemory(of process: Int32) throws -> Double {
        guard let kilobytes = number("Pss:", in: "/proc/\(process)/smaps_rollup") else {
            throw MeasurementError("the kernel does not tell the PSS of process \(process)")
        }
        return Double(kilobytes) * 1024
    }

    /// Returns the memory in bytes that a process shares with no other.
    static func privateMemory(of process: Int32) throws -> Double {
        let path = "/proc/\(process)/smaps_rollup"
        guard let clean = number("Private_Clean:", in: path), let dirty = number("Private_Dirty:", in: path) else {
            throw MeasurementError("the kernel does not tell the private memory of process \(process)")
        }
        return Double(clean + dirty) * 1024
    }

    /// Returns whether a process has mapped a file whose path has this text in it.
    static func hasMapped(_ text: String, in process: Int32) throws -> Bool {
        guard let maps = read("/proc/\(process)/maps"), !maps.isEmpty else {
            throw MeasurementError("the kernel does not tell the mappings of process \(process)")
        }
        return maps.contains(text)
    }

    /// Returns the voluntary and involuntary context switches of each thread so far.
    static func contextSwitches(of process: Int32) throws -> [String: Int] {
        let folder = "/proc/\(process)/task"
        var switches: [String: Int] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let status = "\(folder)/\(thread)/status"
            // A thread that has just ended has no file.
            guard let wanted = number("voluntary_ctxt_switches:", in: status),
                let forced = number("nonvoluntary_ctxt_switches:", in: status)
            else { continue }
            switches[thread] = wanted + forced
        }
        return switches
    }

    /// Returns the number of wake-ups between two readings; a started or ended thread counts at least one.
    static func wakeUps(from before: [String: Int], to after: [String: Int]) -> Int {
        var count = 0
        for (thread, switches) in after { count += before[thread].map { switches - $0 } ?? max(switches, 1) }
        return count + before.keys.count { after[$0] == nil }
    }

    private static func number(_ key: String, in path: String) -> Int? {
        let line = read(path)?.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    static func read(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) }
    }
}
