// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc

/// Diagnosis of the agent's start: the D-Bus activation file, the systemd unit, and systemd itself.
struct InstallationDiagnosis {
    let connection: Connection?
    let folders: SessionFolders
    /// The owner of the agent's bus name; nil if no agent runs.
    var running: NameOwner?

    private static let unit = "belfry.service"
    private static let manager = "org.freedesktop.systemd1"

    func findings() async -> [Finding] {
        let file = folders.activationFile(of: AgentNames.busName)
        let unitPath = folders.unitFile(Self.unit)
        let isKnown = try? await connection?.activatableNames().contains(AgentNames.busName)
        var systemd: NameOwner?
        if let connection { systemd = try? await NameOwner(of: Self.manager, on: connection) }
        var findings = [activation(file, isKnown: isKnown), unit(unitPath, file, hasSystemd: systemd != nil)]
        if let systemd {
            findings.append(Finding("agent.manager", "systemd, \(systemd.text)"))
            findings.append(Self.lingering)
        } else if connection != nil {
            findings.append(
                Finding(
                    "agent.manager", .note, "no systemd on this bus: the bus itself starts the agent when it is asked"))
        }
        return findings
    }

    private func activation(_ file: KeyFile?, isKnown: Bool?) -> Finding {
        guard let file else {
            if isKnown == true { return Finding("agent.activation", "the bus knows an activation file elsewhere") }
            return Finding(
                "agent.activation", .warning, "no activation file for \(AgentNames.busName): nothing starts the agent",
                advice: "Install Belfry with packaging/install or as a package, so that the first request starts it.")
        }
        let program = file.value("D-BUS Service", "Exec").flatMap(KeyFile.program) ?? ""
        let text = "\(file.path) starts \(program)"
        guard KeyFile.canRun(program) else {
            return Finding(
                "agent.activation", .problem, text + ", which is not there",
                advice: "Install Belfry again, or remove the file, which an earlier installation has left.")
        }
        if let unit = file.value("D-BUS Service", "SystemdService"), folders.unitFile(unit) == nil {
            return Finding(
                "agent.activation", .warning, text + ", by the unit \(unit), which is not there",
                advice: "Install Belfry again: with systemd the agent is not started without its unit.")
        }
        if isKnown == false {
            return Finding(
                "agent.activation", .warning, text + ", but this bus does not know it",
                advice: "Log out and in again, or have the bus read its files again: \"busctl --user call "
                    + "org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig\".")
        }
        return differing(program) ?? Finding("agent.activation", text)
    }

    /// Returns a warning if the running agent's program isn't `program`, the installed one; nil otherwise.
    private func differing(_ program: String) -> Finding? {
        guard let running = running?.program, !program.isEmpty, program.hasPrefix("/"), Self.isBelfryd(program),
            Self.real(running) != Self.real(program)
        else { return nil }
        return Finding(
            "agent.activation", .warning, "the installed agent is \(program), but the running one is \(running)",
            advice: "Stop the running agent if you did not start it yourself: a command starts the installed one.")
    }

    /// Returns true if the path is that of belfryd, and false for a wrapper such as `env`.
    private static func isBelfryd(_ program: String) -> Bool { program.hasSuffix("/belfryd") }

    private static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func unit(_ path: String?, _ activation: KeyFile?, hasSystemd: Bool) -> Finding {
        guard let path else {
            return Finding(
                "agent.unit", .note, "no \(Self.unit): after a login or a crash, only a call starts the agent",
                advice: hasSystemd ? "Install Belfry with its unit, which starts the agent then." : nil)
        }
        guard !SessionFolders.isMasked(path) else {
            return Finding(
                "agent.unit", .problem, "\(path) is masked: systemd does not start the agent",
                advice: "Unmask it with \"systemctl --user unmask \(Self.unit)\".")
        }
        let program = KeyFile(path: path)?.value("Service", "ExecStart").flatMap(KeyFile.program) ?? ""
        guard !program.isEmpty, KeyFile.canRun(program) else {
            return Finding(
                "agent.unit", .problem,
                "\(path) starts \(program.isEmpty ? "nothing" : program + ", which is not there")",
                advice: "Install Belfry again, or remove the file, which an earlier installation has left.")
        }
        if let other = activation?.value("D-BUS Service", "Exec").flatMap(KeyFile.program), Self.isBelfryd(other),
            Self.real(other) != Self.real(program)
        {
            return Finding(
                "agent.unit", .warning, "\(path) starts \(program), but the bus starts \(other)",
                advice:
                    "Remove the installation that you don't want, with packaging/install --uninstall and its prefix.")
        }
        guard folders.isEnabled(Self.unit) else {
            return Finding(
                "agent.unit", .note, "\(path), not enabled: after a login, the first call starts the agent",
                advice: "Have it start with the session: \"systemctl --user enable --now \(Self.unit)\".")
        }
        return Finding("agent.unit", "\(path), enabled")
    }

    private static var lingering: Finding {
        let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        let isOn = access("/var/lib/systemd/linger/\(name)", F_OK) == 0
        return Finding(
            "agent.lingering",
            isOn ? "on: the agent also runs while you are logged out" : "off: the agent runs while you are logged in")
    }
}
