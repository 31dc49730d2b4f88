// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import AgentMachine
import AgentPrograms
import DesktopPresentation
import FoundationEssentials

/// Findings about the notification server and the desktop, for `belfry doctor`.
extension Desktop {
    /// Returns findings about the server: its process, name and version, its failures, capabilities and deviations.
    package func serverFindings() async throws -> [Finding] {
        let owner = try await NameOwner(visibleOf: ServerNameDiagnosis.name, on: connection)
        var findings = [try await ServerNameDiagnosis.owner(on: connection, SessionFolders(), known: owner)]
        guard let server = await currentServer() else {
            // No server has reported its capabilities: report a silent owner of the server's name, if there is one.
            if let silent = try await ServerNameDiagnosis.introduction(on: connection) { findings.append(silent) }
            return findings + troubleFindings
        }
        findings.append(ServerNameDiagnosis.introduction(server.information))
        findings += troubleFindings
        let profile = server.profile
        findings.append(
            profile.isUnknown
                ? Finding("server.profile", .note, "none: Belfry uses only what is safe on all servers it knows")
                : Finding("server.profile", profile.name))
        findings.append(Finding("server.capabilities", server.capabilities.names.sorted().joined(separator: " ")))
        findings += server.capabilities.findings
        // On an unknown server the first remark is left out: the finding "server.profile" says the same.
        findings += profile.remarks.dropFirst(profile.isUnknown ? 1 : 0).map { Finding("server.difference", .note, $0) }
        return findings
    }

    private var troubleFindings: [Finding] { trouble().map { [$0.finding(in: clock.timeZone)] } ?? [] }

    /// Returns findings about Do Not Disturb, sounds, prompts, the lock and docks.
    package func deskFindings() async throws -> [Finding] {
        var findings: [Finding] = []
        if let server = await currentServer() {
            findings.append(DeskFindings.disturbance(await doNotDisturb()))
            findings.append(DeskFindings.sound(await PresentationSounds().player(of: self), server))
            findings.append(DeskFindings.prompt(await dependencies.prompter.program()?.command.program, server))
        }
        let (lock, source) = await (dependencies.lock.state, dependencies.lock.source)
        findings.append(DeskFindings.lock(lock, by: source))
        let dock = try await NameOwner(visibleOf: Launcher.dock, on: connection)
        findings.append(
            dock.map { Finding("desktop.badge", "shown by \($0.text)") }
                ?? Finding("desktop.badge", .note, "no dock says that it shows numbers on icons"))
        return findings
    }
}

/// Findings about the desktop, and about programs that replace missing features of the server.
private enum DeskFindings {
    static func disturbance(_ state: DoNotDisturb.State) -> Finding {
        let name = "desktop.disturb"
        guard let source = state.source?.summary else {
            return Finding(name, .note, "unknown: Belfry can't read the Do Not Disturb setting of this server")
        }
        return switch state.isOn {
        case true?:
            Finding(
                name, .note, "Do Not Disturb is on, by \(source): notifications may not pop up, and make no sound",
                advice: "Turn Do Not Disturb off in the desktop's own settings to see notifications at once.")
        case false?: Finding(name, "Do Not Disturb is off, by \(source)")
        case nil: Finding(name, .note, "\(source) does not say whether Do Not Disturb is on")
        }
    }

    static func lock(_ state: SessionLockState, by source: String) -> Finding {
        let name = "desktop.lock"
        return switch state {
        case .unlocked: Finding(name, "unlocked, by \(source)")
        case .locked: Finding(name, .note, "locked, by \(source): some presses and texts wait for you to unlock")
        case .unknown: Finding(name, .note, "unknown: no program reports the session's lock, so it counts as unlocked")
        }
    }

    static func prompt(_ program: String?, _ server: ServerLink.Server) -> Finding {
        let name = "desktop.reply"
        if server.capabilities.repliesInline { return Finding(name, "typed in the notification") }
        if let program { return Finding(name, "asked for by \(program)") }
        return Finding(
            name, .warning, "the server has no text field, and there is no program or no display to ask for text",
            advice: "Install zenity, kdialog or yad, or name a command under [prompt] in config.toml; see man belfryd.")
    }

    static func sound(_ player: SoundPlayer.Description, _ server: ServerLink.Server) -> Finding {
        let name = "desktop.sound"
        if server.profile.ignoresSoundHints { return Finding(name, "the server plays a sound of its own choice") }
        if server.capabilities.playsSounds { return Finding(name, "the server plays sounds") }
        guard player.isEnabled else {
            return Finding(
                name, .note, "the server plays no sounds, and Belfry's own are switched off",
                advice:
                    "Switch sounds on in the desktop's sound settings, or with enabled under [sound] in config.toml.")
        }
        guard let program = player.program else {
            return Finding(
                name, .warning, "the server plays no sounds, and no sound player is installed",
                advice:
                    "Install one, such as pw-play of pipewire-bin or paplay of pulseaudio-utils: until then sounds are left out."
            )
        }
        return Finding(name, "Belfry plays sounds with \(program), from the theme \(player.theme)")
    }
}

extension ServerCapabilities {
    /// Findings about buttons, bodies and pictures: whether the server shows them.
    var findings: [Finding] {
        let buttons = Finding(
            "server.buttons", .warning, "not shown: the server does not support \"actions\"",
            advice: "Answer in a terminal with \"belfry desktop\", or use a server that has buttons.")
        return [
            names.contains("actions") && takesActions ? Finding("server.buttons", "shown") : buttons,
            names.contains("body")
                ? Finding("server.body", "shown") : Finding("server.body", .note, "only the title is shown"),
            showsPictures ? Finding("server.pictures", "shown") : Finding("server.pictures", .note, "none is shown"),
        ]
    }
}
