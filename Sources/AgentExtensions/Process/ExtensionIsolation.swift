// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import AgentRules

/// The confinement of extensions that is in force on this machine, as a trial run has shown.
package struct ExtensionIsolation: Hashable, Sendable {
    /// The person's policy about the sandbox.
    package let policy: ExtensionRules.Sandbox
    /// The path of `bwrap`, which makes the sandbox for extensions; nil without a sandbox.
    package let bubblewrap: String?
    /// Whether a control group of systemd limits memory and processes; if false, only limits of each process do.
    package let hasControlGroup: Bool
    /// The reason there is no sandbox, as the end of a sentence; nil if there is a sandbox, or the person wants none.
    package let problem: String?

    package init(policy: ExtensionRules.Sandbox, bubblewrap: String?, hasControlGroup: Bool, problem: String?) {
        (self.policy, self.bubblewrap, self.hasControlGroup) = (policy, bubblewrap, hasControlGroup)
        self.problem = problem
    }

    /// Whether extensions run at all: not without the sandbox that the person requires.
    package var allowsRuns: Bool { policy != .required || bubblewrap != nil }

    /// The finding about the sandbox for `belfry doctor`.
    package var finding: Finding {
        let name = "extensions.sandbox"
        let limits = "memory and processes limited \(hasControlGroup ? "by systemd" : "for each process only")"
        if let bubblewrap { return Finding(name, "extensions run in \(bubblewrap), \(limits)") }
        let reason = problem ?? "no sandbox is wanted"
        guard allowsRuns else {
            return Finding(
                name, .warning, "no extension runs: \(reason)",
                advice:
                    "Install bubblewrap if your system allows it, or set sandbox = \"preferred\" below [extensions] in "
                    + "config.toml. Until then, notifications are shown as they came.")
        }
        guard problem != nil else {
            return Finding(name, "extensions run without a sandbox, as config.toml demands; \(limits)")
        }
        return Finding(
            name, .note, "extensions run without a sandbox: \(reason); \(limits)",
            advice: "Install bubblewrap if your system allows it: extensions then don't see your files.")
    }
}
