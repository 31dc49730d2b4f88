// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// What `belfryd --diagnose` says of the settings and the store, where no agent can be asked.
enum FolderFindings {
    /// How long SQLite may take to look through a large store, in seconds.
    private static let patience: Double = 90

    /// The findings of the belfryd that is installed; else one that says that there is none.
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
