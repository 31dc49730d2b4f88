// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentRules
import DesktopPresentation
import NotificationModel
import NotificationStore

/// Asks the person for text, from the press of the button to the answer.
struct PromptSession {
    let prompt: OpenPrompt
    /// The buttons that were offered; they are stored, so that the next agent can present them again.
    let buttons: Buttons?

    func run(on desktop: isolated Desktop) async {
        let id = prompt.occurrence.id
        let answer = await ask(desktop)
        guard !Task.isCancelled else { return }
        desktop.prompts[id] = nil
        desktop.feed(.prompted(id, answer))
    }

    /// Asks the person for text and returns the answer; nil if the person can't be asked or the notification has ended.
    private func ask(_ desktop: isolated Desktop) async -> PromptAnswer? {
        let (occurrence, dependencies) = (prompt.occurrence, desktop.dependencies)
        let notification = occurrence.notification
        let canAsk = await dependencies.prompter.canAsk(about: notification.request, of: notification.app)
        let isDelivered =
            canAsk
            ? await PresentationWriter(occurrence: occurrence).note(.words, offering: buttons, on: desktop) : false
        desktop.feed(.promptWritten(occurrence.id))
        guard isDelivered else { return nil }
        let application = dependencies.application(notification.app)
        let name = notification.request.display.applicationName ?? application.name
        let isHidden = desktop.queue.hidesWords(await dependencies.previews(notification.app))
        let told =
            isHidden
            ? Redaction.redacted(
                notification, category: nil, application: name, count: 1, standardBody: desktop.words.notification)
            : notification
        return await dependencies.prompter.ask(
            prompt.question, about: notification, words: PromptWords(told, application: name), token: prompt.token)
    }
}
