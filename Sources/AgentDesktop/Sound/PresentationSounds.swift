// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DesktopPresentation
import EventLoop
import NotificationModel
import NotificationStore

/// The sounds of notifications: decides who plays each sound, and plays the sounds that the server doesn't play.
struct PresentationSounds {
    /// Returns the plan for a notification's sound; the caller has removed all parts of the notification that the
    /// person does not permit.
    func plan(
        _ notification: Notification, isSilenced: Bool, on server: ServerLink.Server?,
        _ capabilities: ServerCapabilities, of desktop: isolated Desktop
    ) async -> SoundPlan {
        let question = question(notification.request, notification.app, isSilenced, server, capabilities)
        // Most notifications have no sound, so no file has to be looked for.
        guard question.mayHaveSound else {
            return SoundPlanner(rules: SoundRules(), desktop: DesktopSounds()).plan(question)
        }
        let planner = await desktop.sounds.planner(await desktop.dependencies.soundRules())
        return await withTaskExecutorPreference(EventLoop.worker) { await planner.planElsewhere(question) }
    }

    /// Returns the parts of a request's sound that neither the server nor the agent can play, as `degraded` names them.
    func degraded(
        _ request: Request, _ app: String, _ server: ServerLink.Server, of desktop: isolated Desktop
    ) async -> [String] {
        let question = question(request, app, false, server, server.capabilities)
        guard question.mayHaveSound else { return [] }
        let planner = await desktop.sounds.planner(await desktop.dependencies.soundRules())
        return await withTaskExecutorPreference(EventLoop.worker) { await planner.degradedElsewhere(question) }
    }

    /// Plays the sound that the agent plays for a notification shown now; logs a sound that can't be played.
    func play(_ plan: SoundPlan, of occurrence: Occurrence, on desktop: isolated Desktop) {
        switch plan {
        case .ours(let file, let volume, let isCritical):
            desktop.start { desktop in
                let rules = await desktop.dependencies.soundRules()
                await desktop.sounds.play(
                    file, volume: volume, isCritical: isCritical, with: rules,
                    isQuiet: { [weak desktop] in await desktop?.doNotDisturb().isOn == true },
                    failed: { [weak desktop] reason in
                        if let desktop { await Self.noteUnplayed(occurrence, because: reason, on: desktop) }
                    })
            }
        case .missing(let reason): desktop.start { await Self.noteUnplayed(occurrence, because: reason, on: $0) }
        case .unsaid, .silence, .off, .server, .serverFile: break
        }
    }

    /// Plays the sound of an occurrence of which nothing appears on the screen, such as one without a text.
    func playAlone(of occurrence: Occurrence, on desktop: isolated Desktop) async {
        let permission = await desktop.dependencies.permission(occurrence.app)
        var notification = occurrence.notification
        notification.request.content = permission.levels.permitted(notification.request.content)
        let plan = await plan(
            notification, isSilenced: !permission.sound, on: nil,
            desktop.server?.capabilities ?? ServerCapabilities([]), of: desktop)
        play(plan, of: occurrence, on: desktop)
    }

    /// Returns the program that plays the agent's sounds, and the theme from which the sounds are taken.
    func player(of desktop: isolated Desktop) async -> SoundPlayer.Description {
        let rules = await desktop.dependencies.soundRules()
        let planner = await desktop.sounds.planner(rules)
        return SoundPlayer.Description(
            program: SoundPlayer.installed(rules, in: planner.folders)?.program, theme: planner.themeName,
            isEnabled: rules.isEnabled && planner.desktop.isOn)
    }

    private func question(
        _ request: Request, _ app: String, _ isSilenced: Bool, _ server: ServerLink.Server?,
        _ capabilities: ServerCapabilities
    ) -> SoundPlanner.Question {
        SoundPlanner.Question(
            app: app, content: request.content, hints: request.display.hints, isSilenced: isSilenced,
            server: server?.profile, capabilities: capabilities, isAsGiven: request.display.isAsGiven)
    }

    private static func noteUnplayed(
        _ occurrence: Occurrence, because reason: String, on desktop: isolated Desktop
    ) async {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unplayed, date: desktop.clock.now,
            detail: ["reason": .string(reason)])
        await PresentationWriter(occurrence: occurrence).write(.event(event), on: desktop)
    }
}
