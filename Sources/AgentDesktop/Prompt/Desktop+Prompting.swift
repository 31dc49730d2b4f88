// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentLog
import AgentRules
import DesktopPresentation
import FoundationEssentials
import Logging
package import NotificationModel
import NotificationStore

/// From a press that asks for words to the words, or back onto the screen.
///
/// The store has the occurrence as one that is to be shown from the press until its answer: whatever becomes of the
/// agent meanwhile, the person sees it again.
extension Desktop {
    /// How many prompts are open at once: each is a window, and a program.
    private static let promptLimit = 16

    private static let replies: Set = ["reply", "secondReply"]

    /// What is left out, without what the agent itself does: it asks for replies, and waits for the session.
    package func stillDegraded(_ degraded: [String], of request: Request, _ app: String) async -> [String] {
        let degraded = degraded.filter { !knowsLock || $0 != "authenticationRequired" }
        // No button, no prompt.
        guard !degraded.contains("actions"), degraded.contains(where: Self.replies.contains),
            await neighbours.prompter.canAsk(about: request, of: app)
        else { return degraded }
        return degraded.filter { !Self.replies.contains($0) }
    }

    /// Finds out what a press still needs, and answers once it is there.
    ///
    /// `buttons` are those of its showing, where that is off the screen already, and `facts` what the log is to say of it.
    func complete(
        _ choice: ShownNotification.Choice, of occurrence: Occurrence, token: String?, offering buttons: Buttons? = nil,
        facts: [String: PropertyListValue]? = nil
    ) {
        switch choice {
        case .asks(let question):
            letGo(of: occurrence.id)
            let buttons = buttons ?? showings[occurrence.id]?.machine.buttons
            let facts = facts ?? showings[occurrence.id]?.facts(.reply) ?? [:]
            prompt(question, about: occurrence, offering: buttons, token: token, facts: facts)
        case .whenUnlocked(let label, let choice):
            if isLocked {
                hold(choice, label, on: occurrence, token: token)
            } else {
                complete(choice, of: occurrence, token: token, offering: buttons, facts: facts)
            }
        case .action, .text, .open, .dismiss, .snooze:
            finish(occurrence, choice, token: token, facts: facts)
        }
    }

    // MARK: - Asking

    private func prompt(
        _ question: Question, about occurrence: Occurrence, offering buttons: Buttons?, token: String?,
        facts: [String: PropertyListValue]
    ) {
        let id = occurrence.id
        guard prompts[id] == nil else { return }
        let isUnlisted = unlisted.contains(id)
        guard prompts.count < Self.promptLimit else {
            logger.warning("Too many prompts are open", metadata: [LogKey.count: "\(prompts.count)"])
            Task.immediate {
                await note(.words, awaitedBy: occurrence, offering: buttons)
                await takeBack(occurrence, isUnlisted: isUnlisted, because: "limit")
            }
            return
        }
        prompts[id] = OpenPrompt(occurrence: occurrence, isUnlisted: isUnlisted, facts: facts)
        // Not closed before the store knows that it is to come back.
        unwritten.insert(id)
        prompts[id]?.task = Task { await ask(question, about: occurrence, offering: buttons, token: token) }
    }

    private func ask(
        _ question: Question, about occurrence: Occurrence, offering buttons: Buttons?, token: String?
    ) async {
        let id = occurrence.id
        let notification = occurrence.notification
        guard await neighbours.prompter.canAsk(about: notification.request, of: notification.app),
            await note(.words, awaitedBy: occurrence, offering: buttons)
        else { return finish(occurrence, .action(identifier: question.identifier), token: token) }
        unwritten.remove(id)
        let application = neighbours.application(notification.app)
        let previews = await neighbours.previews(notification.app)
        let told =
            hidesWords(previews) ? redacted(notification, category: nil, application: application) : notification
        let name = notification.request.presentation.applicationName ?? application.name
        let answer = await neighbours.prompter.ask(
            question, about: notification, words: PromptWords(told, application: name), token: token)
        // Ended meanwhile, with what it was about; or with the agent, and the next one brings it back.
        guard let prompt = prompts[id], !isStopping else { return }
        switch answer {
        case .text(let text)?:
            finish(occurrence, .text(identifier: question.identifier, text), token: nil)
        case .cancelled?:
            await takeBack(occurrence, isUnlisted: prompt.isUnlisted, because: "cancelled")
        case .failed?, nil:
            finish(occurrence, .action(identifier: question.identifier), token: token)
        }
    }

    private func finish(
        _ occurrence: Occurrence, _ choice: ShownNotification.Choice, token: String?,
        facts: [String: PropertyListValue]? = nil
    ) {
        let id = occurrence.id
        unwritten.insert(id)
        let response = response(choice, to: occurrence, token: token)
        // Of the showing that was pressed, which may be long off the screen.
        let said = facts ?? prompts[id]?.facts ?? showings[id]?.facts(choice.end) ?? [:]
        let facts = said.merging(["end": .string(choice.end.rawValue)]) { _, new in new }
        Task.immediate {
            await answered(occurrence, response, facts)
            unwritten.remove(id)
            prompts[id] = nil
            // Shown again meanwhile: there is nothing to press any more.
            if showings[id]?.machine.phase == .open || sent[id] != nil { takeOffScreen(id) }
            if showings[id] == nil { unlisted.remove(id) }
        }
    }

    /// Writes down that a press is no answer yet; false where it is about nothing any more.
    @discardableResult
    func note(_ want: Buttons.Want, awaitedBy occurrence: Occurrence, offering buttons: Buttons?) async -> Bool {
        var buttons = buttons
        buttons?.marks.awaits = want
        let data = buttons.flatMap { try? JSONEncoder().encode($0) }
        return await keep(occurrence) { _, store, id, _ in try await store.markAwaiting(id, buttons: data) } ?? true
    }

    // MARK: - Ending

    /// What it is about was removed, or is over: there is nothing to answer any more.
    func endPrompts(of removed: Occurrence) {
        letGo(of: removed.id)
        returning.remove(removed.id)
        for (id, prompt) in prompts
        where prompt.occurrence.app == removed.app && prompt.occurrence.identifier == removed.identifier {
            prompts[id] = nil
            prompt.task?.cancel()
        }
    }

    /// Ends all prompts; the next agent shows what they were about.
    func endPrompts() async {
        let tasks = prompts.values.compactMap(\.task)
        tasks.forEach { $0.cancel() }
        // A program that does not go by itself is killed.
        for task in tasks { await task.value }
    }
}
