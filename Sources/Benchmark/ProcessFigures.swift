// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the kernel says about a process.
enum ProcessFigures {
    /// Its share of the memory, in bytes: pages that several processes map are divided among them.
    static func proportionalMemory(of process: Int32) throws -> Double {
        guard let kilobytes = number("Pss:", in: "/proc/\(process)/smaps_rollup") else {
            throw MeasurementError("the kernel does not tell the PSS of process \(process)")
        }
        return Double(kilobytes) * 1024
    }

    /// Context switches, wanted or not, of each of its threads so far.
    static func contextSwitches(of process: Int32) throws -> [String: Int] {
        let folder = "/proc/\(process)/task"
        var switches: [String: Int] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let status = "\(folder)/\(thread)/status"
            // A thread that ends meanwhile has no file.
            guard let wanted = number("voluntary_ctxt_switches:", in: status),
                let forced = number("nonvoluntary_ctxt_switches:", in: status)
            else { continue }
            switches[thread] = wanted + forced
        }
        return switches
    }

    /// How often a process woke between two readings; a thread that came or went counts at least once.
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
