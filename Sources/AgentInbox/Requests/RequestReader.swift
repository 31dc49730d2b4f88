// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMedia
import AgentRules
import DesktopPresentation
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// Turns a caller's draft into requests with triggers: parses words and makes early warnings.
struct RequestReader: Sendable {
    /// A request to store, and the notes for its caller.
    struct Reading: Sendable {
        var request: Request
        /// The due date; nil for a request that fires at once, and if ``keepsDue`` is true.
        var due: Date?
        var keepsDue = false
        var notes: [String] = []
        /// The date from which an interval counts; nil for the date at which the request is added.
        var anchor: Date?
        /// Documented keys of what the level rules, the sandbox rules or the file checks removed or lowered.
        var degraded: [String] = []
        /// The time zone of the trigger's words; nil for the person's zone, or for a trigger that has its own zone.
        var timeZone: Zone?
        var warnings: [(request: Request, due: Date)] = []
    }

    let now: Date
    let timeZone: Zone
    /// The times that parts of the day stand for.
    var partsOfDay = PartsOfDay()
    /// The pending request whose trigger the draft keeps; nil unless the draft changes the trigger or adds warnings.
    var kept: PendingRequest?
    /// The person's workdays, holidays and place.
    var calendar = PersonalCalendar.current
    /// The places that the person has added, by name.
    var places: [String: Region] = [:]

    /// - Throws: ``NotificationModel/Refusal``.
    func read(_ draft: RequestDraft) throws -> Reading {
        var reading = Reading(request: draft.request, due: nil)
        if let sentence = draft.sentence {
            try apply(sentence, to: &reading, of: draft)
        } else {
            try apply(draft.trigger, to: &reading)
            try applyMoment(of: draft, to: &reading)
        }
        try SoundFile.checkName(of: reading.request.content.sound)
        for words in reading.request.responsePlan.snooze {
            _ = try SnoozeAction.date(words, now: now, in: timeZone, partsOfDay: partsOfDay)
        }
        reading.request.policy = try policy(draft.policy)
        if reading.request.trigger?.region != nil, !reading.keepsDue, !draft.isSnoozed {
            reading.due = try ahead(reading.request.waitEnd, "expires")
        } else {
            try check(reading.request.policy, due: reading.due)
        }
        try reading.request.validate()
        try addWarnings(draft.before, to: &reading)
        return reading
    }

    private func apply(_ sentence: String, to reading: inout Reading, of draft: RequestDraft) throws {
        guard draft.trigger == nil, draft.request.content.title.isEmpty else {
            throw Refusal.invalidRequest("sentence replaces trigger and title; leave those out")
        }
        let (expression, rest) = try self.sentence(sentence)
        guard !rest.isEmpty else {
            throw Refusal.invalidRequest(
                "\"\(sentence)\" is a time without a text; write one after it: tomorrow 9am call Ann")
        }
        reading.request.content.title = rest
        use(expression, in: &reading)
    }

    private func apply(_ draft: TriggerDraft?, to reading: inout Reading) throws {
        switch draft {
        case nil:
            break
        case .keep:
            guard let kept else { return reading.keepsDue = true }
            (reading.request.trigger, reading.due) = (kept.request.trigger, kept.due)
            reading.anchor = kept.addedAt
        case .change(let zone, let bounds):
            guard let kept else {
                throw Refusal.invalidTrigger("trigger.keep: there is no pending request with a trigger to keep")
            }
            reading.request.trigger = try changed(kept, zone: zone, bounds)
            reading.anchor = kept.addedAt
            // Dates that were skipped stay skipped. Another zone may move the next date to before the request's present
            // date, and a request that waits for a place has no next date.
            let hasDate = zone == nil && !kept.waitsForPlace
            let done = hasDate ? kept.due - 0.001 : kept.lastFired ?? now
            reading.due = NextDate.of(reading.request, after: max(now, done), addedAt: kept.addedAt, in: timeZone)
            guard reading.due != nil else { throw Refusal.invalidTrigger("until: the end lies before the next date") }
        case .words(let family, let text, let zone, let bounds):
            use(try expression(family, text, zone: zone, bounds), in: &reading)
            if let zone, zone != "floating" { reading.timeZone = Zone(identifier: zone) }
        case .exact(let trigger):
            reading.request.trigger = trigger
        case .place(let place, let until):
            try use(place, until: until, in: &reading)
        }
    }

    /// Sets the date of an exact trigger: its next date, or the date that the request had when it was listed.
    private func applyMoment(of draft: RequestDraft, to reading: inout Reading) throws {
        if draft.isSnoozed {
            reading.due = try ahead(draft.nextDate)
        } else if case .exact(.timeInterval(let interval, let repeats))? = draft.trigger, let next = draft.nextDate {
            let length = interval.timeInterval
            guard repeats, length > 0, next <= now else {
                reading.due = try ahead(next)
                reading.anchor = next - length
                return
            }
            // The date that the caller listed has passed, so the request is due at the next repetition after now.
            reading.due = next + ((now.timeIntervalSince(next) / length).rounded(.down) + 1) * length
            reading.anchor = next - length
        } else if case .exact(let trigger)? = draft.trigger {
            if case .rule = trigger, let first = draft.nextDate, now.timeIntervalSince(first) < Self.longestDelay {
                try trigger.validate()
                // A date that has passed since the call was made is due now. The store accepts only a future date.
                reading.due = max(first, now + 0.01)
            } else {
                reading.due = try trigger.firstDate(after: now, in: timeZone, by: calendar)
            }
        }
    }

    /// Largest delay in seconds with which the agent still accepts the first date that a caller gives for a rule.
    private static let longestDelay = 60.0

    private func ahead(_ date: Date?, _ key: String = "nextTriggerDateUnix") throws -> Date {
        guard let date, date > now else {
            let text = date.map { DateText.describe($0, now: now, in: timeZone) } ?? "nothing"
            throw Refusal.invalidTrigger("\(key) is \(text), which has passed")
        }
        return date
    }

    private func use(_ expression: TimeExpression, in reading: inout Reading) {
        reading.request.trigger = expression.trigger
        reading.due = expression.nextDate
        reading.notes = expression.notes
    }

    /// Parses time words and the text that follows them.
    ///
    /// - Throws: ``NotificationModel/Refusal``.
    func sentence(_ text: String) throws -> (expression: TimeExpression, rest: String) {
        try words(text, try TimeExpression.parseSentence(text, context))
    }

    /// Parses the words of a trigger or, if `key` is given, of that key; a refusal then begins with the key.
    ///
    /// - Throws: ``NotificationModel/Refusal`` with the parser's sentence and its caret line.
    func expression(
        _ family: TriggerDraft.Family, _ text: String, zone name: String?,
        _ bounds: TriggerDraft.Bounds = TriggerDraft.Bounds(), of key: String? = nil
    ) throws -> TimeExpression {
        let context = try context(zone: name)
        let start = try bounds.start.map { start in
            try words(start, of: "start", try TimeExpression.parseStart(start, context))
        }
        let expression = try words(text, of: key, try Self.parse(text, family, start: start, context))
        let bound = bounds.until != nil ? "until" : bounds.count != nil ? "count" : nil
        return try words(
            bounds.until ?? text, of: bound,
            try expression.limited(until: bounds.until, count: bounds.count, context))
    }

    private static func parse(
        _ text: String, _ family: TriggerDraft.Family, start: RecurrenceRule.Moment?, _ context: TimeExpression.Context
    ) throws(TimeExpressionError) -> TimeExpression {
        switch family {
        case .in: try .parseIn(text, context)
        case .at: try .parseAt(text, context)
        case .every: try .parseEvery(text, context)
        case .onCalendar: try .parseOnCalendar(text, context)
        case .cron: try .parseCron(text, context)
        case .rrule: try .parseRule(text, start: start, context)
        case .expression: try .parse(text, context)
        }
    }

    private var context: TimeExpression.Context {
        .init(now: now, timeZone: timeZone, partsOfDay: partsOfDay, calendar: calendar)
    }

    /// Returns the present moment and the zone in which words are meant; nil and `floating` mean the person's zone.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a zone that is not known.
    func context(zone name: String?) throws -> TimeExpression.Context {
        guard let name, name != "floating" else { return context }
        guard let named = Zone(identifier: name) else {
            throw Refusal.invalidTrigger("trigger.timeZone \"\(name)\" is not a known time zone")
        }
        return .init(now: now, timeZone: named, isFixed: true, partsOfDay: partsOfDay, calendar: calendar)
    }

    /// Parses a text; a refusal has the parser's sentence and its caret line.
    private func words<T>(
        _ text: String, of key: String? = nil, _ parse: @autoclosure () throws(TimeExpressionError) -> T
    ) throws -> T {
        do {
            return try parse()
        } catch {
            throw Refusal.invalidTrigger((key.map { "\($0): " } ?? "") + error.rendered(in: text))
        }
    }

    private func addWarnings(_ before: [String], to reading: inout Reading) throws {
        guard !before.isEmpty else { return }
        guard before.count <= Limits.choices else {
            throw Refusal.contentTooLarge("before has \(before.count) warnings; the limit is \(Limits.choices)")
        }
        guard reading.due != nil else {
            throw Refusal.invalidTrigger("before needs a trigger; this request fires at once")
        }
        guard reading.request.trigger?.region == nil else {
            throw Refusal.invalidTrigger("before needs a date; nobody knows when a place is reached")
        }
        for text in before {
            let lead = try words(text, of: "before", try TimeExpression.parseLength(text, context))
            let warning = reading.request.asWarning("\(reading.request.identifier)~\(text)", leadTime: lead)
            let size = warning.identifier.utf8.count
            guard size <= Limits.identifierBytes else {
                throw Refusal.contentTooLarge(
                    "identifier is \(size) bytes with its warning \(text); the limit is \(Limits.identifierBytes)")
            }
            let anchor = reading.anchor ?? kept?.addedAt ?? now
            // The next date of a pending request may be later than its trigger's first date: dates can be skipped.
            let done = kept == nil ? now : max(now, (reading.due ?? now) - lead - 0.001)
            guard let due = NextDate.of(warning, after: done, addedAt: anchor, in: timeZone) else {
                reading.notes.append("no warning \(text) before: that time has passed")
                continue
            }
            guard !warning.isOver(due: due) else {
                reading.notes.append("no warning \(text) before: the request will have expired")
                continue
            }
            reading.warnings.append((warning, due))
        }
    }

    /// Returns the trigger of a pending request, in another zone or with another end.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for an unknown zone, or for a trigger that can have no zone or no end.
    func changed(_ kept: PendingRequest, zone name: String?, _ bounds: TriggerDraft.Bounds) throws -> Trigger {
        guard var trigger = kept.request.trigger else {
            throw Refusal.invalidTrigger("trigger.keep: the pending request has no trigger to change")
        }
        let context = try context(zone: name)
        if let name {
            let zone = name == "floating" ? nil : context.timeZone
            switch trigger {
            case .timeInterval:
                throw Refusal.invalidTrigger("trigger.timeZone: a time interval has no time zone")
            case .region:
                throw Refusal.invalidTrigger("trigger.timeZone: a place has no time zone")
            case .sun:
                throw Refusal.invalidTrigger("trigger.timeZone: sunrise and sunset have no time zone")
            case .calendar(var components, let repeats):
                components.timeZone = zone
                trigger = .calendar(components, repeats: repeats)
            case .rule(var set):
                set.timeZone = zone
                trigger = .rule(set)
            }
        }
        guard bounds.until != nil || bounds.count != nil else { return trigger }
        if case .region(let region, let repeats, _) = trigger {
            guard bounds.count == nil else {
                throw Refusal.invalidTrigger("count: a place has no number of dates; give it an end with until")
            }
            return .region(region, repeats: repeats, until: try end(bounds.until))
        }
        return try words(
            bounds.until ?? "", of: bounds.until != nil ? "until" : "count",
            try TimeExpression.ending(
                trigger, since: kept.addedAt, until: bounds.until, count: bounds.count, context))
    }
}
