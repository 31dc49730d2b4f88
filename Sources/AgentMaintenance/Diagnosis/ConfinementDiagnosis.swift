// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import AgentInterface
import AgentPrograms
import FoundationEssentials
import Glibc

/// What holds this agent in, read from the kernel rather than from its unit.
package struct ConfinementDiagnosis: Hashable, Sendable {
    /// Whether it was told that it is confined: `--confined`.
    let isTold: Bool
    /// What is in force, in words.
    let inForce: [String]
    /// What its unit has and is not in force.
    let missing: [String]
    /// Why systemd could not start the unit with a sandbox, in whose place this one runs; nil where that is not so.
    let replacement: String?
    /// Folders of the agent's that it can't write to.
    let unwritable: [String]

    /// Looks at this process; blocking.
    package init(paths: AgentPaths) {
        self.init(
            isTold: UnsandboxedLink.shared != nil, status: Self.text("/proc/self/status"),
            numbers: Self.text("/proc/self/uid_map"), network: Self.text("/proc/self/net/dev"),
            isHomeWritable: getenv("HOME").map { Self.isWritable(String(cString: $0)) } ?? true,
            environment: ProcessInfo.processInfo.environment,
            unwritable: ([paths.state] + paths.ownFolders.suffix(1)).filter { !Self.isWritable($0) })
    }

    /// - Parameters:
    ///   - isTold: Whether it was told that it is confined.
    ///   - status: Its `/proc/self/status`.
    ///   - numbers: Its `/proc/self/uid_map`.
    ///   - network: Its `/proc/self/net/dev`.
    ///   - isHomeWritable: Whether it may write to the person's home folder itself.
    ///   - environment: Its environment.
    ///   - unwritable: Folders of its own that it can't write to.
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
        // Two lines are a head, and one is the interface to itself.
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

    /// One finding, and one more where the sandbox is in the way.
    package var findings: [Finding] { [sandbox] + folders }

    private var sandbox: Finding {
        let name = "agent.sandbox"
        let words = inForce.joined(separator: ", ")
        if let replacement {
            return Finding(
                name, .warning, "none: \(replacement)",
                advice:
                    "Allow user name spaces to belfryd, such as by a profile of AppArmor's, and restart belfry.service; "
                    + "or leave it so. \"man belfryd\" tells more.")
        }
        guard isTold else {
            return Finding(name, .note, "none: this agent was not started by belfry.service")
        }
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
                "agent.folders", .problem, "the sandbox of its unit does not let the agent write to \(text)",
                advice:
                    "Run \"systemctl --user edit belfry.service\", write \"[Service]\" and \"ReadWritePaths=\(text)\" "
                    + "in two lines, and restart it; the folders must be there.")
        ]
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Of what is missing the nearest folder above counts.
    private static func isWritable(_ path: String) -> Bool {
        var path = path
        while access(path, F_OK) != 0, let end = path.lastIndex(of: "/"), end > path.startIndex {
            path = String(path[..<end])
        }
        return access(path, W_OK) == 0 || errno != EROFS
    }
}
