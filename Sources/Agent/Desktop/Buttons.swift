// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The actions of one showing, and what each of their keys means.
///
/// Keys are opaque and carry the occurrence's number, so that a button left over from an older
/// showing is recognised (quirk 27). `default` and `inline-reply` are the specification's own words.
struct Buttons: Hashable, Sendable {
    /// Key and label by turns, as `Notify` takes them.
    let actions: [String]
    /// The person's dismissal is a response.
    let reportsDismissal: Bool
    /// The text action's identifier, if there is one.
    let textInput: String?
    /// The words of the server's own text field; nil where it has none, or none is asked for.
    let inlineField: Action.TextInput?
    private var meanings: [String: ShownNotification.Choice]

    static let defaultKey = "default"
    static let inlineReplyKey = "inline-reply"
    /// The label of `default`: some servers draw it as a button (quirk 36).
    static let defaultLabel = "Open"

    /// The request's own actions, then its category's, then the snooze buttons; destructive ones last.
    ///
    /// `occurrence` makes the keys unlike those of any other showing; `repliesInline` says that the server has a
    /// text field of its own.
    init(request: Request, category: NotificationModel.Category?, occurrence: Int64, repliesInline: Bool) {
        let plan = request.responsePlan
        let offered = Self.ordered(plan.actions + (category?.actions ?? []))
        var actions = [Self.defaultKey, Self.defaultLabel]
        var meanings: [String: ShownNotification.Choice] = [Self.defaultKey: .open]
        let asking = offered.first { $0.textInput != nil }
        textInput = asking?.identifier
        inlineField = repliesInline ? asking?.textInput : nil

        for (index, action) in offered.enumerated() {
            let isInline = repliesInline && action.identifier == textInput
            let key = isInline ? Self.inlineReplyKey : "b:\(occurrence):\(index)"
            actions += [key, Self.label(action.title)]
            meanings[key] = .action(identifier: action.identifier)
        }
        for (index, words) in plan.snooze.enumerated() {
            let key = "s:\(occurrence):\(index)"
            actions += [key, "Snooze \(words)"]
            meanings[key] = .snooze(words)
        }
        self.actions = actions
        self.meanings = meanings
        reportsDismissal = plan.reportsDismissal || category?.options.contains(.customDismissAction) == true
    }

    /// What the press of `key` means; `text` came with it on one server (quirk 28).
    ///
    /// Nil for a key that was never ours.
    func choice(key: String, text: String?) -> ShownNotification.Choice? {
        if let text, !text.isEmpty, let textInput { return .text(identifier: textInput, text) }
        return meanings[key]
    }

    /// Keeps the meaning of an older showing's buttons, which some servers leave on the screen.
    func remembering(_ older: Buttons) -> Buttons {
        var both = self
        both.meanings.merge(older.meanings) { new, _ in new }
        return both
    }

    private static func ordered(_ actions: [Action]) -> [Action] {
        actions.filter { !$0.options.contains(.destructive) } + actions.filter { $0.options.contains(.destructive) }
    }

    private static func label(_ title: String) -> String {
        PlainText.clean(title, keepingLines: false)
    }
}
