// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
package import NotificationModel

/// The actions of one showing, and what each of their keys means.
///
/// Keys are opaque and carry the occurrence's number, so that a button left over from an older
/// showing is recognised (quirk 27), after a crash, too. `default` and `inline-reply` are the specification's own words.
/// What is shown as its caller gives it has the identifiers as keys, unless one could be mistaken for another.
package struct Buttons: Hashable, Sendable {
    /// Key and label by turns, as `Notify` takes them; empty where they were read back.
    let actions: [String]
    /// The person's dismissal is a response.
    let reportsDismissal: Bool
    /// The text action's identifier, if there is one.
    package let textInput: String?
    /// The words of the server's own text field; nil where it has none, or none is asked for.
    let inlineField: Action.TextInput?
    /// What must be so before a press of the text field's words counts: its label where the session must be unlocked.
    private var lockedField: String?
    /// What became of the showing beside its buttons; goes to the store with them.
    package var marks = Marks()
    private var meanings: [String: ShownNotification.Choice]
    /// Occurrences whose keys are known here and that were of another request: what they say is said to that one.
    package private(set) var formers: Set<Int64> = []
    /// The same for keys that don't carry an occurrence.
    private var formerKeys: [String: Int64] = [:]
    /// The occurrence that is shown with them; nil where they were read back.
    private let occurrence: Int64?

    static let defaultKey = "default"
    static let inlineReplyKey = "inline-reply"
    /// How many older showings keep their meaning; one that repeats has ever more of them.
    private static let generations = 64

    /// The request's own actions, then its category's, then the snooze buttons; destructive ones last.
    ///
    /// `occurrence` makes the keys unlike those of any other showing; `repliesInline` says that the server has a
    /// text field of its own; `own` are the words that are not the application's. `other` are the buttons of another
    /// request's showing whose place this one takes: no key of theirs is one of these.
    package init(
        request: Request, category: NotificationModel.Category?, occurrence: Int64, repliesInline: Bool,
        words own: LateWords = LateWords(environment: [:]), inPlaceOf other: Buttons? = nil
    ) {
        self.occurrence = occurrence
        let isAsGiven = request.presentation.isAsGiven
        let plan = request.responsePlan
        let offered = Self.ordered(Self.unique(plan.actions + (category?.actions ?? [])))
        var actions: [String] = []
        var meanings: [String: ShownNotification.Choice] = [Self.defaultKey: .open]
        let asking = offered.first { $0.textInput != nil }
        textInput = asking?.identifier
        inlineField = repliesInline ? asking?.textInput : nil
        lockedField = asking.flatMap { $0.options.contains(.authenticationRequired) ? Self.label($0.title) : nil }

        for (index, action) in offered.enumerated() {
            let isInline = repliesInline && action.identifier == textInput
            let isDefault = isAsGiven && action.identifier == Self.defaultKey
            let keepsIdentifier = isDefault || (isAsGiven && Self.mayBeKey(action.identifier, beside: other))
            let key =
                isInline ? Self.inlineReplyKey : keepsIdentifier ? action.identifier : "b:\(occurrence):\(index)"
            actions += [key, Self.label(action.title)]
            if !isDefault { meanings[key] = Self.meaning(of: action) }
        }
        for (index, words) in plan.snooze.enumerated() {
            let key = "s:\(occurrence):\(index)"
            actions += [key, own.snooze(words)]
            meanings[key] = .snooze(words)
        }
        // Last: one server swallows the button that follows it (Budgie), and who draws it as one has it after the others (36).
        let offersDefault =
            !isAsGiven || (plan.opening != nil && !offered.contains { $0.identifier == Self.defaultKey })
        self.actions = actions + (offersDefault ? [Self.defaultKey, own.open] : [])
        self.meanings = meanings
        reportsDismissal = plan.reportsDismissal || category?.options.contains(.customDismissAction) == true
    }

    /// Whether an identifier can be a key: it is no word of the specification, looks like no key of ours, and is on no
    /// button that may still be on the screen for another request.
    private static func mayBeKey(_ identifier: String, beside other: Buttons?) -> Bool {
        identifier != defaultKey && identifier != inlineReplyKey && occurrence(of: identifier) == nil
            && other?.meanings[identifier] == nil
    }

    /// What the press of `key` means; `text` came with it on one server (quirk 28).
    ///
    /// Nil for a key that was never ours.
    func choice(key: String, text: String?) -> ShownNotification.Choice? {
        if let text, !text.isEmpty, let choice = choice(typed: text) { return choice }
        return meanings[key]
    }

    /// What words mean that were typed into the server's own field; nil where no action asks for any.
    func choice(typed text: String) -> ShownNotification.Choice? {
        guard let textInput else { return nil }
        let choice = ShownNotification.Choice.text(identifier: textInput, text)
        return lockedField.map { .whenUnlocked(label: $0, choice) } ?? choice
    }

    /// The words and the unlocked session that it needs before it is an answer.
    private static func meaning(of action: Action) -> ShownNotification.Choice {
        let choice: ShownNotification.Choice =
            action.textInput.map { .asks(Question(action, $0)) } ?? .action(identifier: action.identifier)
        guard action.options.contains(.authenticationRequired) else { return choice }
        return .whenUnlocked(label: label(action.title), choice)
    }

    /// The occurrence of another request that had this key; nil where it is this request's own.
    func former(key: String) -> Int64? {
        formerKeys[key] ?? Self.occurrence(of: key).flatMap { formers.contains($0) ? $0 : nil }
    }

    /// Keeps the meaning of an older showing's buttons, which some servers leave on the screen.
    ///
    /// `isSameRequest` says that it is the same adding of the request that comes again: an answer to the older showing
    /// is one to the newer.
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

    /// Keeps the keys of another request's that don't name their occurrence; unknown ones mean nothing any more.
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

    /// Whether there is a button beside the default action, in this showing or an older one that it remembers.
    package var offersChoice: Bool { meanings.keys.contains { $0 != Self.defaultKey } }

    /// The occurrences of the keys that have one.
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

    /// The occurrence whose showing has this key; nil for a key that says nothing of it.
    package static func occurrence(of key: String) -> Int64? {
        let parts = key.split(separator: ":")
        return parts.count == 3 ? Int64(parts[1]) : nil
    }

    /// No two buttons mean the same; the request's own ones come first.
    private static func unique(_ actions: [Action]) -> [Action] {
        var seen: Set<String> = []
        return Array(actions.filter { seen.insert($0.identifier).inserted }.prefix(Limits.actions))
    }

    private static func ordered(_ actions: [Action]) -> [Action] {
        actions.filter { !$0.options.contains(.destructive) } + actions.filter { $0.options.contains(.destructive) }
    }

    private static func label(_ title: String) -> String {
        PlainText.clean(title, keepingLines: false)
    }
}

/// What the store keeps beside a showing: whatever becomes of the category, a press means what the label said.
extension Buttons: Codable {
    private enum CodingKeys: String, CodingKey {
        case meanings, reportsDismissal, textInput, lockedField, marks
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        actions = []
        inlineField = nil
        occurrence = nil
        meanings = try container.decode([String: ShownNotification.Choice].self, forKey: .meanings)
        reportsDismissal = try container.decode(Bool.self, forKey: .reportsDismissal)
        textInput = try container.decodeIfPresent(String.self, forKey: .textInput)
        lockedField = try container.decodeIfPresent(String.self, forKey: .lockedField)
        marks = try container.decodeIfPresent(Marks.self, forKey: .marks) ?? Marks()
    }

    /// Without the keys of other requests, which nobody knows after a restart.
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
