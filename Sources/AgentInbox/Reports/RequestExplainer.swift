// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentMachine
import AgentRules
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// `Explain`: the next dates of a trigger, a sentence or a pending request.
struct RequestExplainer: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let gate: CallerGate
    let authorizations: Authorizations

    /// The sentence or the pending request to explain; without either, the call's dictionary is the trigger to explain.
    private struct Subject: Decodable {
        var sentence: String?
        var app: String?
        var identifier: String?
    }

    func explain(_ dictionary: Value, count: UInt32, for caller: Caller) async throws -> [String: Value] {
        try Request.check(count, "count", 1...1000)
        let now = clock.now
        var found = try await find(dictionary, now: now, for: caller)
        if let region = found.trigger?.region {
            found.result["normalized"] = .string(region.text)
            found.result["dates"] = .dictionaries(found.snoozed.map { date($0, now: now, in: found.context.timeZone) })
        } else if let trigger = found.trigger {
            // A thousand dates take time, so another thread computes them while the event loop answers other calls.
            let explanation = await offLoop { [found] in
                Explanation(
                    trigger, normalized: found.normalized, notes: found.notes, count: Int(count), anchor: found.anchor,
                    found.context)
            }
            let dates = found.dates(of: explanation)
            guard !dates.isEmpty else { throw Refusal.invalidTrigger("trigger never fires: all its dates have passed") }
            found.result["normalized"] = .string(explanation.normalized)
            found.result["dates"] = .dictionaries(
                dates.prefix(Int(count)).map { date($0, now: now, in: explanation.timeZone) })
            found.notes = explanation.notes
        }
        found.result["notes"] = .strings(found.notes)
        found.result["nowUnix"] = .double(now.timeIntervalSince1970)
        return found.result
    }

    /// The trigger to explain, with the date and the time zone from which its dates are computed.
    private struct Found: Sendable {
        var trigger: Trigger?
        var anchor: Date
        var context: TimeExpression.Context
        var normalized: String?
        var notes: [String] = []
        /// The dates at which the snoozed copies of the pending request fire.
        var snoozed: [Date] = []
        /// The next date of the pending request itself; nil for a sentence, a trigger, or a request that is due now or
        /// waits for a place.
        var next: Date?
        /// Seconds by which the pending request fires before its trigger.
        var leadTime = 0.0
        var result: [String: Value] = [:]

        /// Returns the dates of the explained trigger and of the snoozed copies, in order.
        ///
        /// The next date of a pending request may be later than its trigger's first date, because dates can be skipped.
        /// The next date may also be none of the trigger's dates.
        func dates(of explanation: Explanation) -> [Date] {
            let own = explanation.occurrences.map { $0.date - leadTime }
            let later = next.map { next in [next] + own.filter { $0.timeIntervalSince(next) > 0.001 } }
            return ((later ?? own) + snoozed).sorted()
        }
    }

    private func find(_ dictionary: Value, now: Date, for caller: Caller) async throws -> Found {
        let subject = try DictionaryCoding.decode(Subject.self, from: dictionary)
        let partsOfDay = await authorizations.configuration.partsOfDay
        var reader = RequestReader(now: now, timeZone: clock.timeZone, partsOfDay: partsOfDay)
        reader.calendar = SandboxRules.calendar(for: caller)
        var found = Found(anchor: now, context: try reader.context(zone: nil))
        if let sentence = subject.sentence {
            let (expression, rest) = try reader.sentence(sentence)
            found.trigger = expression.trigger
            found.normalized = expression.normalized
            found.notes = expression.notes
            found.result["title"] = .string(rest)
            found.result["time"] = .string(expression.sentenceTime)
            found.result["titleNotes"] = .strings(expression.textNotes)
        } else if let identifier = subject.identifier {
            let app = try gate.application(subject.app ?? "", of: caller, allowsAll: false)
            let rows = try await store.pending(app: app, identifiers: [identifier])
            guard let first = rows.first else {
                throw Refusal(.noSuchRequest, "nothing pending has the identifier \"\(identifier)\"")
            }
            // A repeating request that was snoozed keeps its own dates as well.
            let own = rows.first { !$0.isSnoozed }
            found.trigger = own?.request.trigger
            found.anchor = own?.addedAt ?? now
            found.snoozed = rows.filter(\.isSnoozed).map(\.due)
            if let own, !own.waitsForPlace, own.due > now {
                (found.next, found.leadTime) = (own.due, own.request.leadTime)
                found.context.now = own.due + own.request.leadTime - 0.001
            }
            let next = first.nextDate.map { [date($0, now: now, in: found.context.timeZone)] }
            found.result["dates"] = .dictionaries(next ?? [])
        } else {
            switch try DictionaryCoding.decode(TriggerDraft.self, from: dictionary) {
            case .exact(let exact):
                if case .sun = exact { _ = try exact.firstDate(after: now, in: clock.timeZone, by: reader.calendar) }
                try exact.validate()
                found.trigger = exact
            case .words(let family, let text, let name, let bounds):
                let expression = try reader.expression(family, text, zone: name, bounds)
                found.trigger = expression.trigger
                found.normalized = expression.normalized
                found.context = try reader.context(zone: name)
                found.notes = expression.notesToExplain(found.context)
            case .place(let place, _):
                if !place.isReference { try place.region.validate("region") }
                found.trigger = .region(place.region, repeats: place.repeats)
            case .keep, .change:
                throw Refusal.invalidTrigger("there is no trigger to explain")
            }
        }
        return found
    }

    private func date(_ date: Date, now: Date, in zone: Zone) -> [String: Value] {
        [
            "date": .string(date.rfc3339(in: zone)), "dateUnix": .double(date.timeIntervalSince1970),
            "text": .string(DateText.describe(date, now: now, in: zone)),
        ]
    }
}
