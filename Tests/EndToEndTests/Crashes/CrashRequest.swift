// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What the model knows of one identifier.
struct CrashRequest {
    /// What is pending.
    struct Waiting {
        var draft: CrashDraft
        /// In seconds of the test clock.
        var due: Double
        /// For a repeating one: every so many seconds, counted from its adding.
        var interval: Double?
        /// The copy that a snooze makes comes whenever its moment was, and once.
        var isSnoozed = false

        /// The first of its moments after this one.
        func next(after now: Double) -> Waiting? {
            guard let interval else { return nil }
            var next = self
            while next.due <= now { next.due += interval }
            if let expires = draft.expires, next.due >= expires { return nil }
            return next
        }
    }

    /// What was under way when the agent died.
    struct Unsure {
        let act: CrashAct
        let moment: Double
        /// Those that were handed over in one call have one number: all of them are done, or none.
        let batch: Int?
    }

    let identifier: String
    /// The last version that was given out, whatever became of it.
    var lastVersion = 0
    var waiting: Waiting?
    /// Lies beside the request itself.
    var snoozed: Waiting?
    /// The newest that has fired and is delivered.
    var occurrence: CrashOccurrence?
    /// Those that are over: responses to them may still come.
    var past: [CrashOccurrence] = []
    var unsure: Unsure?

    /// All that is done to it has a command for it.
    var isCommanded: Bool { identifier.hasPrefix("c") }
    /// Something of it waits or is delivered.
    var isLive: Bool { waiting != nil || snoozed != nil || occurrence != nil }

    /// What a notification of this version is called.
    func title(_ version: Int) -> String { "\(identifier) v\(version)" }

    /// The identifier and version in a title.
    static func parse(_ title: String) -> (identifier: String, version: Int)? {
        let words = title.split(separator: " v")
        guard words.count == 2, let version = Int(words[1]) else { return nil }
        return (String(words[0]), version)
    }

    /// It was done.
    mutating func apply(_ act: CrashAct, at now: Double) {
        switch act {
        case .add(let draft):
            // At once: what is pending under its name goes, as for any other.
            waiting = Waiting(
                draft: draft, due: draft.trigger.due(addedAt: now), interval: draft.trigger.interval)
            snoozed = nil
        case .edit(let draft):
            // All but its moments; what is on the screen stays as it is.
            waiting?.draft = draft
            snoozed?.draft = draft
        case .removePending: (waiting, snoozed) = (nil, nil)
        case .removeDelivered: end()
        case .snooze(let seconds): putOff(until: now + seconds)
        case .press, .reply, .dismiss, .expire: break
        }
    }

    /// It comes back later, once.
    mutating func putOff(until due: Double) {
        if let occurrence {
            snoozed = Waiting(draft: occurrence.draft, due: due, isSnoozed: true)
            end()
        } else if snoozed != nil {
            snoozed?.due = due
        } else if let own = waiting {
            snoozed = Waiting(draft: own.draft, due: due, isSnoozed: true)
            // Its one moment is the new one; what repeats keeps its own dates.
            if own.interval == nil { waiting = nil }
        }
    }

    mutating func end() {
        if let occurrence { past.append(occurrence) }
        occurrence = nil
    }
}
