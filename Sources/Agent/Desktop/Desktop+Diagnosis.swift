// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials

/// What the desktop's side is like, for the doctor.
extension Desktop {
    /// Who the notification server is and what it says of itself.
    func serverFindings() async throws -> [Finding] {
        var findings = [try await ServerNameDiagnosis.owner(on: connection, SessionFolders())]
        guard let server = await currentServer() else {
            // There is an owner, and it has not said yet what it can do.
            if let silent = try await ServerNameDiagnosis.introduction(on: connection) { findings.append(silent) }
            return findings
        }
        findings.append(ServerNameDiagnosis.introduction(server.information))
        findings.append(
            Finding("server.capabilities", server.capabilities.names.sorted().joined(separator: " ")))
        return findings
    }

    /// What a notification may have, and how the person gets it where the server can't.
    func abilityFindings() async -> [Finding] {
        guard let server = await currentServer() else { return [] }
        return server.capabilities.findings
    }
}

extension ServerCapabilities {
    /// One finding for each thing that the server does, or doesn't.
    var findings: [Finding] {
        [
            names.contains("actions")
                ? Finding("server.buttons", "shown")
                : Finding(
                    "server.buttons", .warning, "not shown: \"actions\" is not among what it can do",
                    advice: "Answer in a terminal with \"belfry desktop\", or use a server that has buttons."),
            names.contains("body")
                ? Finding("server.body", "shown")
                : Finding("server.body", .note, "only the title is shown"),
        ]
    }
}
