// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// From a press that asks for words to the words, or back onto the screen.
///
/// The store has the occurrence as one that is to be shown from the press until its answer: whatever becomes of the
/// agent meanwhile, the person sees it again.
extension Desktop {
    /// How many prompts are open at once: each is a window, and a program.
    private static let promptLimit = 16

    /// Finds out what a press still needs, and answers once it is there.
    func complete(_ choice: ShownNotification.Choice, of occurrence: Occurrence, token: String?) {
        switch choice {
        case .asks(let question):
            prompt(question, about: occurrence, token: token)
        case .whenUnlocked(_, let choice):
            complete(choice, of: occurrence, token: token)
        case .action, .text, .open, .dismiss, .snooze:
            let response = response(choice, to: occurrence, token: token)
            unwritten.insert(occurrence.id)
            Task {
                await answered(occurrence, response)
                unwritten.remove(occurrence.id)
            }
        }
    }

    /// What is left out, without the replies that a prompt asks for.
    func withoutPrompts(_ degraded: [String], of request: Request, _ app: String) async -> [String] {
        // No button, no prompt.
        guard !degraded.contains("actions"), degraded.contains(where: Self.replies.contains),
            await neighbours.prompter.canAsk(about: request, of: app)
        else { return degraded }
        return degraded.filter { !Self.replies.contains($0) }
    }

    private static let replies: Set = ["reply", "secondReply"]

    // MARK: - Asking

    private func prompt(_ question: Question, about occurrence: Occurrence, token: String?) {
        let id = occurrence.id
        guard prompts[id] == nil else { return }
        let isUnlisted = unlisted.contains(id)
        guard prompts.count < Self.promptLimit else {
            logger.warning("Too many prompts are open", metadata: [LogKey.count: "\(prompts.count)"])
            Task { await bringBack(occurrence, isUnlisted: isUnlisted, because: "limit") }
            return
        }
        prompts[id] = OpenPrompt(occurrence: occurrence, isUnlisted: isUnlisted)
        // Not closed before the store knows that it is to come back.
        unwritten.insert(id)
        let buttons = showings[id]?.machine.buttons
        prompts[id]?.task = Task { await ask(question, about: occurrence, offering: buttons, token: token) }
    }

    private func ask(
        _ question: Question, about occurrence: Occurrence, offering buttons: Buttons?, token: String?
    ) async {
        let id = occurrence.id
        let notification = occurrence.notification
        guard await neighbours.prompter.canAsk(about: notification.request, of: notification.app) else {
            return finish(occurrence, .action(identifier: question.identifier), token: token)
        }
        await note(.words, awaitedBy: occurrence, offering: buttons)
        unwritten.remove(id)
        let name = notification.request.presentation.applicationName ?? neighbours.application(notification.app).name
        let answer = await neighbours.prompter.ask(
            question, about: notification, words: PromptWords(notification, application: name), token: token)
        // Ended meanwhile, with what it was about; or with the agent, and the next one brings it back.
        guard let prompt = prompts[id], !isStopping else { return }
        switch answer {
        case .text(let text)?:
            finish(occurrence, .text(identifier: question.identifier, text), token: nil)
        case .cancelled?:
            await bringBack(occurrence, isUnlisted: prompt.isUnlisted, because: "cancelled")
            prompts[id] = nil
        case .failed?, nil:
            finish(occurrence, .action(identifier: question.identifier), token: token)
        }
    }

    private func finish(_ occurrence: Occurrence, _ choice: ShownNotification.Choice, token: String?) {
        unwritten.insert(occurrence.id)
        let response = response(choice, to: occurrence, token: token)
        Task {
            await answered(occurrence, response)
            unwritten.remove(occurrence.id)
            prompts[occurrence.id] = nil
        }
    }

    /// Writes down that a press is no answer yet.
    private func note(_ want: Buttons.Want, awaitedBy occurrence: Occurrence, offering buttons: Buttons?) async {
        var buttons = buttons
        buttons?.marks.awaits = want
        let data = buttons.flatMap { try? JSONEncoder().encode($0) }
        await keep(occurrence) { store, id, _ in _ = try await store.markAwaiting(id, buttons: data) }
    }

    // MARK: - Back onto the screen

    /// Shows again, without a sound, what the person pressed and did not answer.
    ///
    /// Nothing happens where it was removed, or a newer one has taken its place.
    func bringBack(_ occurrence: Occurrence, isUnlisted: Bool, because reason: String) async {
        guard let row = await stillDelivered(occurrence) else { return takeOffScreen(occurrence.id) }
        await noteUnanswered(row, because: reason)
        takeOffScreen(row.id)
        guard let server, !isStopping else {
            returning.insert(row.id)
            backlog += 1
            return
        }
        if isUnlisted { unlisted.insert(row.id) }
        await show(row, on: server, options: Self.quietly)
    }

    /// Shows what an agent left behind with a press that it had not carried out; false where it is no such one.
    func bringsBack(_ row: Occurrence, on server: ServerLink.Server) async -> Bool {
        guard row.state == .presenting, let data = row.buttons,
            let buttons = try? JSONDecoder().decode(Buttons.self, from: data), buttons.marks.awaits != nil
        else { return false }
        if returning.remove(row.id) == nil { await noteUnanswered(row, because: "restart") }
        await show(row.uninterrupted, on: server, options: Self.quietly)
        return true
    }

    /// What the application would answer that wants neither a sound nor another number.
    static let quietly: Set = ["banner", "list"]

    private func stillDelivered(_ occurrence: Occurrence) async -> Occurrence? {
        do {
            return try await store.occurrence(occurrence.id)
        } catch {
            // Shown once too often is better than not at all.
            return occurrence
        }
    }

    private func noteUnanswered(_ occurrence: Occurrence, because reason: String) async {
        let event = EventRecord(
            app: occurrence.app, identifier: occurrence.identifier, kind: .unanswered, date: clock.now,
            detail: ["reason": .string(reason)])
        await write(occurrence) { store, _, _ in try await store.note(event) }
    }

    /// Closes what is still on the screen of an occurrence, of which nothing more is to be heard.
    func takeOffScreen(_ id: Int64) {
        if let number = showings[id]?.number { closeOnServer(number) }
        forget(id)
    }

    // MARK: - Ending

    /// What it is about was removed, or is over: there is nothing to answer any more.
    func endPrompts(of removed: Occurrence) {
        for (id, prompt) in prompts
        where prompt.occurrence.app == removed.app && prompt.occurrence.identifier == removed.identifier {
            prompts[id] = nil
            prompt.task?.cancel()
        }
    }

    /// Ends all of them; the next agent shows what they were about.
    func endPrompts() async {
        let tasks = prompts.values.compactMap(\.task)
        tasks.forEach { $0.cancel() }
        // A program that does not go by itself is killed.
        for task in tasks { await task.value }
    }
}

extension Occurrence {
    /// The same, which was taken off the screen and not interrupted on its way there.
    fileprivate var uninterrupted: Occurrence {
        Occurrence(
            id: id, notification: notification, state: state, server: server, replaces: replaces, kept: kept,
            buttons: buttons)
    }
}
