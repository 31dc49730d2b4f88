// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import AgentInterface
import AgentPrograms
import FoundationEssentials
import Glibc

/// Findings about this agent's sandbox, read from the kernel rather than from the agent's systemd unit.
package struct ConfinementDiagnosis: Hashable, Sendable {
    /// Whether the agent was started with `--confined`, as by the agent's systemd unit.
    let isTold: Bool
    /// Restrictions of the sandbox that are in force, in words.
    let inForce: [String]
    /// Restrictions that the agent's systemd unit asks for and that are not in force.
    let missing: [String]
    /// Reason why systemd could not start the sandboxed unit, if this agent runs in place of that unit; nil otherwise.
    let replacement: String?
    /// The agent's own folders that it can't write to.
    let unwritable: [String]

    /// Examines the sandbox of this process; blocks its thread.
    package init(paths: AgentPaths) {
        self.init(
            isTold: UnsandboxedLink.shared != nil, status: Self.text("/proc/self/status"),
            numbers: Self.text("/proc/self/uid_map"), network: Self.text("/proc/self/net/dev"),
            isHomeWritable: getenv("HOME").map { Self.isWritable(String(cString: $0)) } ?? true,
            environment: ProcessInfo.processInfo.environment,
            unwritable: ([paths.state] + paths.ownFolders.suffix(1)).filter { !Self.isWritable($0) })
    }

    /// - Parameters:
    ///   - isTold: Whether the agent was started with `--confined`.
    ///   - status: The contents of `/proc/self/status`.
    ///   - numbers: The contents of `/proc/self/uid_map`.
    ///   - network: The contents of `/proc/self/net/dev`.
    ///   - isHomeWritable: Whether the agent may write to the person's home folder itself.
    ///   - environment: The agent's environment.
    ///   - unwritable: The agent's own folders that it can't write to.
    init(
        isTold: Bool, status: String, numbers: String, network: String, isHomeWritable: Bool,
        environment: [String: String], unwritable: [String]
    ) {
        func field(_ name: String) -> String? {
            status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
                .map { $0.dropFirst(name.count + 1).filter { !$0.isWhitespace } }
        }
        let lines = numbers.split(separator: "\n")
        let isMappedAlone = lines.count == 1 && lines[0].split(separator: " ").last == "1"
        // Without a network, `/proc/self/net/dev` has two lines of headings, and one for the loopback interface.
        let isAlone = network.split(separator: "\n").count == 3 && network.contains(" lo:")
        let checks = [
            ("system calls are filtered", field("Seccomp") == "2"),
            ("no new privileges", field("NoNewPrivs") == "1"),
            ("no capabilities", field("CapBnd").map { $0.allSatisfy { $0 == "0" } } ?? false),
            ("no other users", isMappedAlone), ("no network", isAlone),
            ("a home that can only be read", !isHomeWritable),
        ]
        self.isTold = isTold
        inForce = checks.filter(\.1).map(\.0)
        missing = checks.filter { !$0.1 }.map(\.0)
        replacement = environment["MONITOR_UNIT"].map { unit in
            "\(unit) could not start: systemd's status \(environment["MONITOR_EXIT_STATUS"] ?? "?")"
        }
        self.unwritable = unwritable
    }

    /// The finding about the sandbox, and a second finding if the sandbox keeps the agent from writing to its folders.
    package var findings: [Finding] { [sandbox] + folders }

    private var sandbox: Finding {
        let name = "agent.sandbox"
        let words = inForce.joined(separator: ", ")
        if let replacement {
            return Finding(
                name, .warning, "none: \(replacement)",
                advice:
                    "Allow user name spaces to belfryd, such as by a profile of AppArmor's, and restart belfry.service; "
                    + "or ignore this. See \"man belfryd\".")
        }
        guard isTold else { return Finding(name, .note, "none: this agent was not started by belfry.service") }
        guard !missing.isEmpty else { return Finding(name, words) }
        return Finding(
            name, .note, (words.isEmpty ? "none" : words) + "; not: " + missing.joined(separator: ", "),
            advice: "See \"systemctl --user cat belfry.service\" for drop-ins, if that is not what you want.")
    }

    private var folders: [Finding] {
        guard isTold, !unwritable.isEmpty else { return [] }
        let text = unwritable.joined(separator: " ")
        return [
            Finding(
                "agent.folders", .problem, "the unit's sandbox keeps the agent from writing to \(text)",
                advice:
                    "Run \"systemctl --user edit belfry.service\", write \"[Service]\" and \"ReadWritePaths=\(text)\" "
                    + "in two lines, and restart belfry.service; the folders must exist.")
        ]
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    /// Tells whether a path is not on a read-only file system; for a missing path, the nearest existing folder counts.
    private static func isWritable(_ path: String) -> Bool {
        var path = path
        while access(path, F_OK) != 0, let end = path.lastIndex(of: "/"), end > path.startIndex {
            path = String(path[..<end])
        }
        return access(path, W_OK) == 0 || errno != EROFS
    }
}
