// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMedia
import AgentRules
import DBus
import DesktopPresentation
import NotificationModel

/// Decides who plays a sound: the notification server if it can, else the agent. It blocks, because it looks for files.
struct SoundPlanner: Sendable {
    /// A notification whose sound is to be planned.
    struct Question: Sendable {
        let app: String
        let content: Content
        let hints: [String: PropertyListValue]
        /// Whether the person or the running application wants no sound, or the sound was played before.
        let isSilenced: Bool
        /// The known behaviour of the notification server; nil without a server.
        let server: ServerProfile?
        let capabilities: ServerCapabilities
        /// Whether the notification is shown as its caller gives it: if so, it may have a sound although it is passive.
        var isAsGiven = false

        /// Whether the notification has a sound, with or without a name, or a hint that names one.
        var mayHaveSound: Bool { content.sound != nil || hints["sound-name"] != nil }
    }

    let rules: SoundRules
    let desktop: DesktopSounds
    var theme = SoundTheme()
    var folders = SoundPlayer.folders

    /// Names of the default sound, in order of preference.
    static let standardNames = ["message-new-instant", "dialog-information", "bell"]

    var themeName: String { rules.theme ?? desktop.theme ?? SoundTheme.last }

    func plan(_ question: Question) -> SoundPlan {
        if question.isSilenced { return .silence }
        if question.hints["suppress-sound"] == .boolean(true) { return .unsaid }
        let isDeaf = question.server?.ignoresSoundHints == true
        guard let sound = Self.sound(of: question) else {
            // `belfry send` works as notify-send does: the server chooses the sound.
            let isOpen = question.app == AgentNames.commandLineApplication
            return question.server?.playsOwnSound == true && !isDeaf && !isOpen ? .silence : .unsaid
        }
        // Passive notifications have no sound (research/un-behaviour.md 107).
        if question.content.interruptionLevel == .passive, !question.isAsGiven { return .silence }
        guard Self.isPlayedByServer(question) else { return own(sound, question.app) }
        // The agent plays critical sounds: they pass Do Not Disturb and have a volume, which servers can't do.
        if sound.isCritical, !isDeaf {
            let plan = own(sound, question.app)
            if case .ours = plan { return plan }
        }
        return isDeaf ? .unsaid : served(sound, question.app)
    }

    /// Returns the same plan as ``plan(_:)``, computed on a thread where it delays no other call.
    @concurrent func planElsewhere(_ question: Question) async -> SoundPlan { plan(question) }

    /// Returns the keys of the request's sound that will have no effect, as `degraded` names them.
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
            // The theme on this machine lacks the name: the server would play nothing, or another sound.
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

    /// Returns the same as ``degraded(_:)``, computed on a thread where it delays no other call.
    @concurrent func degradedElsewhere(_ question: Question) async -> [String] { degraded(question) }

    /// Returns the sound of the notification's content, or else the sound that a hint names.
    private static func sound(of question: Question) -> Sound? {
        if let sound = question.content.sound { return sound }
        guard case .string(let name)? = HintList.known(in: question.hints)["sound-name"] else { return nil }
        return Sound(name: name)
    }

    private static func isPlayedByServer(_ question: Question) -> Bool {
        guard let server = question.server, !question.content.hasNoText else { return false }
        return server.ignoresSoundHints || question.capabilities.playsSounds
    }

    /// Returns the plan for a sound that the server plays; the server's theme may have sounds that Belfry doesn't find.
    private func served(_ sound: Sound, _ app: String) -> SoundPlan {
        guard let name = sound.name else { return .server(name: Self.standardNames[0]) }
        if name.hasPrefix("/") { return .serverFile(name) }
        // A name with a dot is the name of a file: no theme has such names.
        guard name.contains(".") else { return .server(name: name) }
        return theme.find(file: name, of: app).map(SoundPlan.serverFile) ?? .server(name: Self.standardNames[0])
    }

    private func own(_ sound: Sound, _ app: String) -> SoundPlan {
        guard rules.isEnabled, desktop.isOn || sound.isCritical else { return .off }
        switch finding(sound, app) ?? standard {
        case .silence?: return .silence
        case nil: return .missing(reason: "no sound theme")
        case .file(let path)?:
            guard player(for: path) != nil else { return .missing(reason: "no sound player is installed") }
            return .ours(file: path, volume: sound.volume, isCritical: sound.isCritical)
        }
    }

    private func player(for file: String) -> SoundPlayer? {
        SoundPlayer.installed(rules, for: SoundFile.kind(of: file), in: folders)
    }

    /// Returns the file or theme entry of a sound's name; nil if the sound has no name, or if nothing is found.
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
