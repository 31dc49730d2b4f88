// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DesktopPresentation
import EventLoop
import NotificationModel
import NotificationStore

/// The sound of what is shown.
extension Desktop {
    /// Who plays the sound of a notification; `content` is what is permitted of it.
    func soundPlan(
        _ notification: Notification, isSilenced: Bool, on server: ServerLink.Server?,
        _ capabilities: ServerCapabilities
    ) async -> SoundPlan {
        let question = question(notification.request, notification.app, isSilenced, server, capabilities)
        // Most have none, and nothing is to be looked for.
        guard question.mayHaveSound else {
            return SoundPlanner(rules: SoundRules(), desktop: DesktopSounds()).plan(question)
        }
        let planner = await sounds.planner(await neighbours.soundRules())
        return await withTaskExecutorPreference(EventLoop.worker) { await planner.planElsewhere(question) }
    }

    /// What of a request's sound the present server and we can't do, in words of the contract.
    func soundDegraded(_ request: Request, _ app: String, _ server: ServerLink.Server) async -> [String] {
        let question = question(request, app, false, server, server.capabilities)
        guard question.mayHaveSound else { return [] }
        let planner = await sounds.planner(await neighbours.soundRules())
        return await withTaskExecutorPreference(EventLoop.worker) { await planner.degradedElsewhere(question) }
    }

    /// Plays what is ours to play, now that it is shown; what can't be played is noted.
    func playSound(_ plan: SoundPlan, of occurrence: Occurrence) {
        switch plan {
        case .ours(let file, let volume, let isCritical):
            let (sounds, neighbours) = (sounds, neighbours)
            Task {
                let rules = await neighbours.soundRules()
                await sounds.play(
                    file, volume: volume, isCritical: isCritical, with: rules,
                    isQuiet: { [weak self] in await self?.doNotDisturb().isOn == true },
                    failed: { [weak self] reason in await self?.noteUnplayed(occurrence, because: reason) })
            }
        case .missing(let reason): Task { await noteUnplayed(occurrence, because: reason) }
        case .unsaid, .silence, .off, .server, .serverFile: break
        }
    }

    /// Plays the sound of a request without a text, of which nothing is shown.
    func playSoundAlone(of occurrence: Occurrence) async {
        let permission = await neighbours.permission(occurrence.app)
        var notification = occurrence.notification
        notification.request.content = permission.levels.permitted(notification.request.content)
        let plan = await soundPlan(
            notification, isSilenced: !permission.sound, on: nil, server?.capabilities ?? ServerCapabilities([]))
        playSound(plan, of: occurrence)
    }

    /// The program that plays our sounds, and the theme they are from.
    func soundPlayer() async -> SoundPlayer.Description {
        let rules = await neighbours.soundRules()
        let planner = await sounds.planner(rules)
        return SoundPlayer.Description(
            program: SoundPlayer.installed(rules, in: planner.folders)?.program, theme: planner.themeName,
            isEnabled: rules.isEnabled && planner.desktop.isOn)
    }

    /// Whether the desktop is not to disturb the person; unknown without a server.
    package func doNotDisturb() async -> DoNotDisturb.State {
        guard let server else { return DoNotDisturb.State() }
        return await DoNotDisturb(connection: connection).state(of: server.information, owner: server.owner)
    }

    private func question(
        _ request: Request, _ app: String, _ isSilenced: Bool, _ server: ServerLink.Server?,
        _ capabilities: ServerCapabilities
    ) -> SoundPlanner.Question {
        SoundPlanner.Question(
            app: app, content: request.content, hints: request.presentation.hints, isSilenced: isSilenced,
            server: server?.profile, capabilities: capabilities, isAsGiven: request.presentation.isAsGiven)
    }

    private func noteUnplayed(_ occurrence: Occurrence, because reason: String) async {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unplayed, date: clock.now,
            detail: ["reason": .string(reason)])
        await write(occurrence) { _, store, _, _ in try await store.note(event) }
    }
}
