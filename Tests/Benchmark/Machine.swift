// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Describes the machine and the versions of the programs.
enum Machine {
    static var description: String {
        var system = utsname()
        uname(&system)
        let kernel = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let processor = line(of: "/proc/cpuinfo", starting: "model name").map { ", \($0)" } ?? ""
        let debian = (read("/etc/debian_version") ?? "unknown").trimmingCharacters(in: .whitespacesAndNewlines)
        return """
            machine: \(processors) cores\(processor), \
            \(line(of: "/proc/meminfo", starting: "MemTotal") ?? "unknown") of memory, Linux \(kernel), Debian \(debian)
            versions: \(version(Programs.belfry, name: "belfry")), \(version(Programs.belfryd, name: "belfryd")), \
            \(version("notify-send")), \(version("dbus-daemon"))
            load average before: \(loadAverage)

            """
    }

    static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    static var loadAverage: String {
        (read("/proc/loadavg") ?? "").split(separator: " ").prefix(3).joined(separator: " ")
    }

    private static func version(_ program: String, name: String = "") -> String {
        guard let child = try? ChildProcess([program, "--version"]), let end = try? child.wait(seconds: 5),
            let line = end.output.split(separator: "\n").first
        else { return "no \(program)" }
        return name.isEmpty ? String(line) : "\(name) \(line)"
    }

    private static func line(of path: String, starting key: String) -> String? {
        let line = read(path)?.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }

    private static func read(_ path: String) -> String? { ProcessFigures.read(path) }
}
