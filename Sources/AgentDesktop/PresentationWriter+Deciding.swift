// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import DesktopPresentation
import NotificationModel
import NotificationStore

/// Responses about which the application's content extension decides.
extension PresentationWriter {
    /// Stores a response, gives it to the content extension, and carries out the extension's decision.
    ///
    /// The response is stored before the extension runs. If the agent ends first, the next agent delivers the response.
    func decide(
        _ response: Response, to receivers: [Receiver], _ facts: [String: PropertyListValue],
        _ desktop: isolated Desktop
    ) async {
        let id = occurrence.id
        guard let content = desktop.dependencies.content, let items = await hold(response, receivers, desktop) else {
            // The occurrence has ended, or a newer one has replaced it.
            await answer(response, to: receivers, facts, desktop)
            return desktop.feed(.answerWritten(id))
        }
        let action = await content.decide(response, id)
        // If the agent is stopping, the next agent delivers the response.
        guard !desktop.queue.isStopping else { return await content.settled(action, false) }
        let settled = await keep(on: desktop) { desktop, store, id, now in
            let detail = facts.merging(action.facts) { $1 }
            let settled = try await store.settle(id, response, items, action, facts: detail, at: now)
            await desktop.dependencies.deliver(settled.items)
            return settled
        }
        await content.settled(action, settled?.kept != nil)
        if let newer = settled?.newer { desktop.feed(.answeredEarly(newer)) }
        if case .kept = action {
            let kept = settled?.kept
            desktop.feed(.answerKept(id, kept?.id == id ? kept : nil))
            // If the notification was presented again while the extension decided, the new occurrence gets the drawing.
            if let kept, kept.id != id { desktop.feed(.drawn(kept)) }
            return
        }
        if action == .dismissed {
            // A caller that waits for an answer must stop waiting: the response goes to nobody.
            let dismissal = Response(
                kind: .dismiss, actionIdentifier: Action.dismissIdentifier, date: response.date,
                notification: response.notification)
            await desktop.dependencies.tellWaiting(dismissal)
        }
        desktop.feed(.answerWritten(id))
    }

    /// Stores the response as outbox items that wait for the extension's decision, and returns their numbers; nil if
    /// the occurrence has ended or was replaced.
    private func hold(_ response: Response, _ receivers: [Receiver], _ desktop: isolated Desktop) async -> [Int64]? {
        CrashPoint.reached(.beforeResponseCommit)
        let items = await keep(on: desktop) { _, store, id, _ in
            try await store.hold(id, response, receivers: receivers)
        }
        CrashPoint.reached(.afterResponseCommit)
        return items ?? nil
    }
}

extension DrawnAction {
    /// The details that the extension's decision adds to the logged event.
    fileprivate var facts: [String: PropertyListValue] {
        switch self {
        case .forwarded: [:]
        case .dismissed: ["result": .string("dismissed"), "kind": .string("content")]
        case .kept: ["result": .string("kept"), "kind": .string("content")]
        }
    }
}
