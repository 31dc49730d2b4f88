// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
package import NotificationModel

/// The actions of one presentation, and the meaning of each action's key.
///
/// Keys are opaque and carry the occurrence's number, so that a button of an older presentation is recognised (quirk 27
/// of `quirks.tsv`), even after a crash. `default` and `inline-reply` are the specification's own keys. A
/// request that is presented exactly as given uses its identifiers as keys, unless they could be ambiguous.
package struct Buttons: Hashable, Sendable {
    /// The key and the label of each action by turns, as `Notify` takes them; empty after decoding.
    let actions: [String]
    let reportsDismissal: Bool
    /// The identifier of the text action; nil if no action asks for text.
    package let textInput: String?
    /// The labels of the server's own text field; nil if the server has none or no action asks for text.
    let inlineField: Action.TextInput?
    /// The label of the text action if the action needs an unlocked session; nil otherwise.
    private var lockedField: String?
    /// State of the presentation that is persisted together with its buttons.
    package var marks = Marks()
    private var meanings: [String: ShownNotification.Choice]
    /// Occurrences of other requests whose keys these buttons remember; a press of such a key goes to its request.
    package private(set) var formers: Set<Int64> = []
    /// The occurrence of each remembered key that does not contain the occurrence's number.
    private var formerKeys: [String: Int64] = [:]
    /// Whether the request has no default action, so that a click on the notification itself dismisses it.
    let clickDismisses: Bool
    let namesDefault: Bool
    /// The occurrence that is presented with these buttons; nil after decoding.
    private let occurrence: Int64?

    static let defaultKey = "default"
    static let inlineReplyKey = "inline-reply"
    /// The label of a default action that dismisses the notification, for servers that draw this action as a button.
    static let dismissLabel = "✕"
    /// The largest number of older presentations whose keys are remembered, to limit the keys of a repeating request.
    private static let generations = 64

    /// Takes the actions of the request, then of its category, all destructive actions last, and then snooze buttons.
    ///
    /// `occurrence` makes the keys unique to this presentation; `repliesInline` says that the server has its own text
    /// field; `own` are Belfry's labels. `other` are the buttons of another request's presentation that this
    /// presentation replaces: none of their keys is reused.
    package init(
        request: Request, category: NotificationModel.Category?, occurrence: Int64, repliesInline: Bool,
        words own: NotificationPhrases = .english, inPlaceOf other: Buttons? = nil
    ) {
        self.occurrence = occurrence
        let isAsGiven = request.display.isAsGiven
        let plan = request.responsePlan
        let offered = Self.ordered(Self.unique(plan.actions + (category?.actions ?? [])))
        var actions: [String] = []
        let title = request.content.defaultActionTitle.map(Self.label)
        clickDismisses = title?.isEmpty == true
        namesDefault = title?.isEmpty == false
        var meanings: [String: ShownNotification.Choice] = [Self.defaultKey: clickDismisses ? .dismiss : .open]
        let asking = offered.first { $0.textInput != nil }
        textInput = asking?.identifier
        inlineField = repliesInline ? asking?.textInput : nil
        lockedField = asking.flatMap { $0.options.contains(.authenticationRequired) ? Self.label($0.title) : nil }

        for (index, action) in offered.enumerated() {
            let isInline = repliesInline && action.identifier == textInput
            let isDefault = isAsGiven && action.identifier == Self.defaultKey
            let keepsIdentifier = isDefault || (isAsGiven && Self.mayBeKey(action.identifier, beside: other))
            let key = isInline ? Self.inlineReplyKey : keepsIdentifier ? action.identifier : "b:\(occurrence):\(index)"
            actions += [key, Self.label(action.title)]
            if !isDefault { meanings[key] = Self.meaning(of: action) }
        }
        for (index, words) in plan.snooze.enumerated() {
            let key = "s:\(occurrence):\(index)"
            actions += [key, own.snooze(words)]
            meanings[key] = .snooze(words)
        }
        // `default` goes last: Budgie swallows the button after it, and other servers draw it as a button (quirk 36).
        let hasOwnDefault = offered.contains { $0.identifier == Self.defaultKey }
        let offersDefault = !isAsGiven || (namesDefault || plan.opening != nil && !clickDismisses) && !hasOwnDefault
        let label = clickDismisses ? Self.dismissLabel : title ?? own.open
        self.actions = actions + (offersDefault ? [Self.defaultKey, label] : [])
        self.meanings = meanings
        reportsDismissal = plan.reportsDismissal || category?.options.contains(.customDismissAction) == true
    }

    /// Whether an identifier can be a key: it is no key of the specification, doesn't look like one of Belfry's keys,
    /// and is no button of another request that may still be on the screen.
    private static func mayBeKey(_ identifier: String, beside other: Buttons?) -> Bool {
        identifier != defaultKey && identifier != inlineReplyKey && occurrence(of: identifier) == nil
            && other?.meanings[identifier] == nil
    }

    /// Returns the meaning of a press of `key`; one server sends a typed `text` with the press (quirk 28).
    ///
    /// The result is nil for a key that none of these buttons has.
    func choice(key: String, text: String?) -> ShownNotification.Choice? {
        if let text, !text.isEmpty, let choice = choice(typed: text) { return choice }
        return meanings[key]
    }

    /// Returns the meaning of a text typed into the server's own field; nil if no action asks for text.
    func choice(typed text: String) -> ShownNotification.Choice? {
        guard let textInput else { return nil }
        let choice = ShownNotification.Choice.text(identifier: textInput, text)
        return lockedField.map { .whenUnlocked(label: $0, choice) } ?? choice
    }

    /// Returns the meaning of a press of an action: the response, or the text or unlocked session that it needs first.
    private static func meaning(of action: Action) -> ShownNotification.Choice {
        let choice: ShownNotification.Choice =
            action.textInput.map { .asks(Question(action, $0)) } ?? .action(identifier: action.identifier)
        guard action.options.contains(.authenticationRequired) else { return choice }
        return .whenUnlocked(label: label(action.title), choice)
    }

    /// Returns the occurrence of another request that used this key; nil if the key is this request's own.
    func former(key: String) -> Int64? {
        formerKeys[key] ?? Self.occurrence(of: key).flatMap { formers.contains($0) ? $0 : nil }
    }

    /// Adds the keys of an older presentation, whose buttons some servers leave on the screen.
    ///
    /// `isSameRequest` says that both presentations belong to the same call of `Add`: then a response to the older
    /// presentation counts for the newer one.
    package func remembering(_ older: Buttons, isSameRequest: Bool = true) -> Buttons {
        var both = self
        both.meanings.merge(older.meanings) { new, _ in new }
        both.formers = older.formers.union(isSameRequest ? [] : older.occurrences)
        both.formerKeys = older.formerKeys
        if !isSameRequest { both.noteKeys(of: older, besides: self) }
        let known = both.occurrences.sorted()
        both.forget(Set(known.dropLast(Self.generations)))
        return both
    }

    /// Remembers another request's keys that contain no number; keys of an unknown occurrence lose their meaning.
    private mutating func noteKeys(of older: Buttons, besides own: Buttons) {
        for key in older.meanings.keys
        where key != Self.defaultKey && Self.occurrence(of: key) == nil && own.meanings[key] == nil {
            if older.formerKeys[key] != nil { continue }
            if let former = older.occurrence, formerKeys.count < Self.generations {
                formerKeys[key] = former
                formers.insert(former)
            } else {
                meanings[key] = nil
            }
        }
    }

    /// Whether this presentation, or a remembered older one, has a button besides the default action.
    package var offersChoice: Bool { meanings.keys.contains { $0 != Self.defaultKey } }

    var occurrences: Set<Int64> { Set(meanings.keys.compactMap(Self.occurrence)) }

    private mutating func forget(_ occurrences: Set<Int64>) {
        guard !occurrences.isEmpty else { return }
        meanings = meanings.filter { key, _ in Self.occurrence(of: key).map(occurrences.contains) != true }
        formers.subtract(occurrences)
        for (key, occurrence) in formerKeys where occurrences.contains(occurrence) {
            formerKeys[key] = nil
            meanings[key] = nil
        }
    }

    /// Returns the number of the occurrence that a key contains; nil if the key contains none.
    package static func occurrence(of key: String) -> Int64? {
        let parts = key.split(separator: ":")
        return parts.count == 3 ? Int64(parts[1]) : nil
    }

    /// Removes actions with a repeated identifier; the request's own actions come first and are kept.
    private static func unique(_ actions: [Action]) -> [Action] {
        var seen: Set<String> = []
        return Array(actions.filter { seen.insert($0.identifier).inserted }.prefix(Limits.actions))
    }

    private static func ordered(_ actions: [Action]) -> [Action] {
        actions.filter { !$0.options.contains(.destructive) } + actions.filter { $0.options.contains(.destructive) }
    }

    private static func label(_ title: String) -> String { PlainText.clean(title, keepingLines: false) }
}

/// Encodes and decodes the buttons' persisted form, with which a button keeps its meaning even if the category changes.
extension Buttons: Codable {
    private enum CodingKeys: String, CodingKey {
        case meanings, reportsDismissal, textInput, lockedField, marks
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        actions = []
        inlineField = nil
        occurrence = nil
        clickDismisses = false
        namesDefault = false
        meanings = try container.decode([String: ShownNotification.Choice].self, forKey: .meanings)
        reportsDismissal = try container.decode(Bool.self, forKey: .reportsDismissal)
        textInput = try container.decodeIfPresent(String.self, forKey: .textInput)
        lockedField = try container.decodeIfPresent(String.self, forKey: .lockedField)
        marks = try container.decodeIfPresent(Marks.self, forKey: .marks) ?? Marks()
    }

    /// Omits the keys of other requests, which no agent can attribute to a request after a restart.
    package func encode(to encoder: any Encoder) throws {
        var own = self
        own.forget(formers)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(own.meanings, forKey: .meanings)
        try container.encode(own.reportsDismissal, forKey: .reportsDismissal)
        try container.encodeIfPresent(own.textInput, forKey: .textInput)
        try container.encodeIfPresent(own.lockedField, forKey: .lockedField)
        if own.marks != Marks() { try container.encode(own.marks, forKey: .marks) }
    }
}
