// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Findings of `belfryd --diagnose` about the settings and the store, for use without an agent.
enum FolderFindings {
    /// Timeout in seconds, enough to check a large store.
    private static let patience: Double = 90

    /// Returns the findings of the installed belfryd, or a finding that there is none.
    static func read() -> [Finding] {
        for program in AgentCommand.candidates {
            guard let output = ProgramOutput.read([program, "--diagnose"], seconds: patience) else { continue }
            guard output.status == 0, let answer = try? JSONText.dictionary(output.bytes) else {
                return [
                    Finding(
                        "agent.program", .warning, "\(program) does not say how the settings and the store are",
                        advice: "Install belfry and belfryd of one version.")
                ]
            }
            return Diagnosis(answer).findings
        }
        return [
            Finding(
                "agent.program", .problem,
                "belfryd is not installed; looked for it at \(AgentCommand.candidates.joined(separator: ", "))",
                advice: "Install Belfry with packaging/install or as a package.")
        ]
    }
}
