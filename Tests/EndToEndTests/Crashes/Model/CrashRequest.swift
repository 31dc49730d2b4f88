// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The model's knowledge about one identifier.
struct CrashRequest {
    /// The pending request.
    struct Waiting {
        var draft: CrashDraft
        /// The due date in seconds of the test clock.
        var due: Double
        /// The interval of a repeating request, counted from its addition.
        var interval: Double?
        /// The copy that a snooze makes, which fires once, whenever it is due.
        var isSnoozed = false

        /// The first of its dates after this one.
        func next(after now: Double) -> Waiting? {
            guard let interval else { return nil }
            var next = self
            while next.due <= now { next.due += interval }
            if let expires = draft.expires, next.due >= expires { return nil }
            return next
        }
    }

    /// An action that was in flight when the agent died.
    struct Unsure {
        let act: CrashAct
        let moment: Double
        /// The number of the call; all actions of one call are done, or none.
        let batch: Int?
    }

    let identifier: String
    /// The last version that was used, whatever became of it.
    var lastVersion = 0
    var waiting: Waiting?
    /// The snoozed copy, beside the request itself.
    var snoozed: Waiting?
    /// The newest occurrence that has fired and is delivered.
    var occurrence: CrashOccurrence?
    /// Occurrences that are over: responses to them may still be delivered.
    var past: [CrashOccurrence] = []
    var unsure: Unsure?

    /// Whether each event of it starts a command.
    var isCommanded: Bool { identifier.hasPrefix("c") }
    /// Whether it is pending or delivered.
    var isLive: Bool { waiting != nil || snoozed != nil || occurrence != nil }

    /// The title of a notification of this version.
    func title(_ version: Int) -> String { "\(identifier) v\(version)" }

    /// The identifier and version in a title.
    static func parse(_ title: String) -> (identifier: String, version: Int)? {
        let words = title.split(separator: " v")
        guard words.count == 2, let version = Int(words[1]) else { return nil }
        return (String(words[0]), version)
    }

    /// Records that an action was done.
    mutating func apply(_ act: CrashAct, at now: Double) {
        switch act {
        case .add(let draft):
            // At once: a pending request of this identifier is replaced, as by any other.
            waiting = Waiting(
                draft: draft, due: draft.trigger.due(addedAt: now), interval: draft.trigger.interval)
            snoozed = nil
        case .edit(let draft):
            // Everything but its dates changes; the notification on the screen stays as it is.
            waiting?.draft = draft
            snoozed?.draft = draft
        case .removePending: (waiting, snoozed) = (nil, nil)
        case .removeDelivered: end()
        case .snooze, .press, .reply, .dismiss, .expire: break
        }
    }

    /// Whether a snooze may move the next date of a repeating request, because nothing else of it can be snoozed.
    var mayMove: Bool { occurrence == nil && snoozed == nil && waiting?.interval != nil }

    /// Records a snooze: it is shown again later, once.
    ///
    /// `moves` tells whether the next occurrence of a repeating request moves. If it does not, the request's last
    /// occurrence comes back, because that one ended more recently than the next one is ahead.
    mutating func putOff(until due: Double, moves: Bool = false) {
        if let occurrence {
            snoozed = Waiting(draft: occurrence.draft, due: due, isSnoozed: true)
            end()
        } else if snoozed != nil {
            snoozed?.due = due
        } else if let own = waiting {
            let isBack = own.interval != nil && !moves
            snoozed = Waiting(draft: isBack ? past.last?.draft ?? own.draft : own.draft, due: due, isSnoozed: true)
            // A single date becomes the new one.
            if !isBack { waiting = own.next(after: own.due) }
        }
    }

    mutating func end() {
        if let occurrence { past.append(occurrence) }
        occurrence = nil
    }
}
