// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMedia
import AgentRules
import DBus
import DesktopPresentation
import NotificationModel

/// Decides who plays a sound: the server where it can, else we, with what is installed. Blocking: it looks for files.
struct SoundPlanner: Sendable {
    /// What a plan is made for.
    struct Question: Sendable {
        let app: String
        let content: Content
        let hints: [String: PropertyListValue]
        /// The person, or the running application, wants no sound of it, or it has sounded before.
        let isSilenced: Bool
        /// What is known of the server; nil where there is none.
        let server: ServerProfile?
        let capabilities: ServerCapabilities
        /// Shown as its caller gives it: what the server does with it is the server's affair.
        var isAsGiven = false

        /// Whether there is a sound to look for.
        var mayHaveSound: Bool { content.sound != nil || hints["sound-name"] != nil }
    }

    let rules: SoundRules
    let desktop: DesktopSounds
    var theme = SoundTheme()
    /// Where players are looked for.
    var folders = SoundPlayer.folders

    /// The default sound, and what stands for it where the theme lacks it.
    static let standardNames = ["message-new-instant", "dialog-information", "bell"]

    /// The theme that sounds are looked for in.
    var themeName: String { rules.theme ?? desktop.theme ?? SoundTheme.last }

    func plan(_ question: Question) -> SoundPlan {
        if question.isSilenced { return .silence }
        if question.hints["suppress-sound"] == .boolean(true) { return .unsaid }
        let isDeaf = question.server?.ignoresSoundHints == true
        guard let sound = Self.sound(of: question) else {
            // What `belfry send` shows is like what notify-send does: the server's own choice.
            let isOpen = question.app == AgentNames.commandLineApplication
            return question.server?.playsOwnSound == true && !isDeaf && !isOpen ? .silence : .unsaid
        }
        // Passive notifications have none (research/un-behaviour.md 107).
        if question.content.interruptionLevel == .passive, !question.isAsGiven { return .silence }
        guard Self.isPlayedByServer(question) else { return own(sound, question.app) }
        // A critical sound passes Do Not Disturb and has a volume: that is beyond servers.
        if sound.isCritical, !isDeaf {
            let plan = own(sound, question.app)
            if case .ours = plan { return plan }
        }
        return isDeaf ? .unsaid : served(sound, question.app)
    }

    /// The same, where it holds up nobody.
    @concurrent func planElsewhere(_ question: Question) async -> SoundPlan { plan(question) }

    /// What of the sound will be left out, in words of the contract.
    func degraded(_ question: Question) -> [String] {
        guard let sound = Self.sound(of: question), !question.isSilenced else { return [] }
        let plan = plan(question)
        let isNamed = sound.name != nil
        var missing: [String] = []
        switch plan {
        case .missing, .off, .silence: missing = ["sound"]
        case .ours where isNamed && finding(sound, question.app) == nil: missing = ["sound"]
        case .serverFile, .ours, .server: missing = []
        case .unsaid: missing = isNamed ? ["sound"] : []
        }
        if case .server(let name) = plan, let wanted = sound.name,
            // A name that the theme here lacks: what the server would play is nothing, or another sound.
            name != wanted || finding(sound, question.app) == nil && standard != nil
        {
            missing = ["sound"]
        }
        if sound.isCritical || sound.volume != nil {
            switch plan {
            case .ours(let file, _, _) where player(for: file)?.hasVolume == true: break
            case .ours where sound.volume == nil: break
            default: missing.append("sound.volume")
            }
        }
        return missing
    }

    /// The same, where it holds up nobody.
    @concurrent func degradedElsewhere(_ question: Question) async -> [String] { degraded(question) }

    /// The content's, else the one that a hint of the caller's names.
    private static func sound(of question: Question) -> Sound? {
        if let sound = question.content.sound { return sound }
        guard case .string(let name)? = HintList.known(in: question.hints)["sound-name"] else { return nil }
        return Sound(name: name)
    }

    private static func isPlayedByServer(_ question: Question) -> Bool {
        guard let server = question.server, !question.content.hasNoText else { return false }
        return server.ignoresSoundHints || question.capabilities.playsSounds
    }

    /// What the server is to be told; its theme may have more names than are found here.
    private func served(_ sound: Sound, _ app: String) -> SoundPlan {
        guard let name = sound.name else { return .server(name: Self.standardNames[0]) }
        if name.hasPrefix("/") { return .serverFile(name) }
        // No theme's name has a dot: that is a file's.
        guard name.contains(".") else { return .server(name: name) }
        return theme.find(file: name, of: app).map(SoundPlan.serverFile) ?? .server(name: Self.standardNames[0])
    }

    private func own(_ sound: Sound, _ app: String) -> SoundPlan {
        guard rules.isEnabled, desktop.isOn || sound.isCritical else { return .off }
        switch finding(sound, app) ?? standard {
        case .silence?: return .silence
        case nil: return .missing(reason: "no sound theme")
        case .file(let path)?:
            guard player(for: path) != nil else { return .missing(reason: "no player") }
            return .ours(file: path, volume: sound.volume, isCritical: sound.isCritical)
        }
    }

    private func player(for file: String) -> SoundPlayer? {
        SoundPlayer.installed(rules, for: SoundFile.kind(of: file), in: folders)
    }

    /// What the sound's name leads to; nil where it leads nowhere, or there is none.
    private func finding(_ sound: Sound, _ app: String) -> SoundTheme.Finding? {
        guard let name = sound.name else { return nil }
        if name.hasPrefix("/") { return SoundFile.kind(of: name) == nil ? nil : .file(name) }
        if name.contains(".") { return theme.find(file: name, of: app).map(SoundTheme.Finding.file) }
        return theme.find(name, in: themeName)
    }

    private var standard: SoundTheme.Finding? {
        Self.standardNames.lazy.compactMap { theme.find($0, in: themeName) }.first
    }
}
