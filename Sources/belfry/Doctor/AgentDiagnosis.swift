// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Diagnosis of the agent: whether it runs, how it is started, and its own findings.
///
/// Without a running agent, this process makes the findings about the notification server, the settings and the store.
struct AgentDiagnosis {
    let connection: Connection?
    private let folders = SessionFolders()

    func findings() async -> [Finding] {
        guard let connection else {
            return [Finding("agent.running", .note, "not checked, because there is no bus")]
                + (await InstallationDiagnosis(connection: nil, folders: folders).findings()) + FolderFindings.read()
        }
        let before = try? await NameOwner(of: AgentNames.busName, on: connection)
        do {
            if let before { try await ping(before, on: connection) }
            let diagnosis = try await AgentProxy(on: connection).diagnose()
            let owner = try await NameOwner(of: AgentNames.busName, on: connection)
            let findings = diagnosis.findings.filter { $0.group != "agent" }
            var own = diagnosis.findings.filter { $0.group == "agent" }
            // Only root can read the path of the agent's program, so the agent reports that the program was replaced.
            let isReplaced = own.contains { $0.name == "agent.program" } || owner?.isReplaced == true
            own.removeAll { $0.name == "agent.program" }
            return [Self.running(owner, wasThere: before != nil, isReplaced: isReplaced)] + own.map(Self.compared)
                + (await InstallationDiagnosis(connection: connection, folders: folders, running: owner).findings())
                + findings
        } catch {
            return await without(error, on: connection)
        }
    }

    /// Timeout for the agent's reply to a ping.
    private static let patience = Duration.seconds(5)

    /// Pings the agent, to detect within five seconds that it hangs; its diagnosis may take much longer than a ping.
    private func ping(_ owner: NameOwner, on connection: Connection) async throws {
        let call = Message.methodCall(
            destination: owner.uniqueName, path: AgentNames.path, interface: "org.freedesktop.DBus.Peer",
            member: "Ping", arguments: [])
        _ = try await connection.call(call, timeout: Self.patience)
    }

    private static func running(_ owner: NameOwner?, wasThere: Bool, isReplaced: Bool) -> Finding {
        let text = (owner?.text ?? "yes") + (wasThere ? "" : "; started just now")
        guard isReplaced else { return Finding("agent.running", text) }
        return Finding(
            "agent.running", .warning, text + "; its file was replaced after it was started", advice: restart)
    }

    private static let restart =
        "Restart it with \"systemctl --user restart belfry.service\", or end it, and the next command starts it."

    /// Returns a warning in place of the agent's version if this command has another version.
    private static func compared(_ finding: Finding) -> Finding {
        guard finding.name == "agent.version", finding.value != Version.current else { return finding }
        return Finding(
            "agent.version", .warning, "\(finding.value.onOneLine); this command is \(Version.current)", advice: restart
        )
    }

    // MARK: - Findings without a diagnosis by the agent

    private func without(_ error: any Error, on connection: Connection) async -> [Finding] {
        let owner = try? await NameOwner(of: AgentNames.busName, on: connection)
        var findings = [Self.absence(error)]
        let isSilent = (error as? BusError)?.name == BusError.timeout.name
        if let owner, !isSilent,
            let version = try? await AgentProxy(on: connection).status()["version"]?.string
        {
            findings = [
                Self.running(owner, wasThere: true, isReplaced: owner.isReplaced),
                Finding(
                    "agent.version", .warning,
                    "\(version.onOneLine), which is too old for belfry doctor; this command is \(Version.current)",
                    advice: Self.restart),
            ]
        } else if let owner {
            let text = "\(owner.text), and does not answer: \(Failure(error).sentence.onOneLine)"
            findings = [Finding("agent.running", .problem, text, advice: Self.restart)]
        }
        findings += await InstallationDiagnosis(connection: connection, folders: folders, running: owner).findings()
        do {
            findings.append(try await ServerNameDiagnosis.owner(on: connection, folders))
            if let name = try await ServerNameDiagnosis.introduction(on: connection) { findings.append(name) }
        } catch {
            findings += [
                Finding(
                    "server.owner", .problem, "the bus gave no answer: \(Failure(error).sentence.onOneLine)",
                    advice: "Log out and in again: the session bus doesn't respond.")
            ]
        }
        return findings + FolderFindings.read()
    }

    private static func absence(_ error: any Error) -> Finding {
        guard let error = error as? BusError else {
            return Finding(
                "agent.running", .problem, "no: \(Failure(error).sentence.onOneLine)",
                advice: "Start it with \"belfry agent\" to see what it says.")
        }
        if error.isServiceUnknown {
            return Finding(
                "agent.running", .problem, "no, and the bus can't start it",
                advice:
                    "Install Belfry so that the bus knows \(AgentNames.busName), or start the agent with \"belfry agent\"."
            )
        }
        return Finding(
            "agent.running", .problem,
            "no, and it can't be started: \((error.message.isEmpty ? error.name : error.message).onOneLine)",
            advice:
                "Correct the problems below; \"belfry agent\" or \"journalctl --user -u belfry\" prints the agent's own messages."
        )
    }
}
