// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentFiles
import AgentInterface
import AgentMachine
import DBus
import DesktopPresentation
import EventLoop
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// `Explain` and `Status`, which change nothing.
extension Inbox {
    /// The trigger, the sentence or the pending request to explain.
    private struct Subject: Decodable {
        var trigger: TriggerDraft?
        var sentence: String?
        var app = ""
        var identifier: String?

        private enum CodingKeys: String, CodingKey {
            case sentence, app, identifier
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sentence = try container.decodeIfPresent(String.self, forKey: .sentence)
            identifier = try container.decodeIfPresent(String.self, forKey: .identifier)
            app = try container.decodeIfPresent(String.self, forKey: .app) ?? ""
            if sentence == nil, identifier == nil { trigger = try TriggerDraft(from: decoder) }
        }
    }

    func explain(_ dictionary: Value, count: UInt32, for sender: String) async throws -> [String: Value] {
        guard (1...1000).contains(count) else {
            throw Refusal.invalidRequest("count is \(count); it must be from 1 to 1000")
        }
        let subject = try DictionaryCoding.decode(Subject.self, from: dictionary)
        let now = clock.now
        let reader = RequestReader(now: now, timeZone: clock.timeZone)
        var trigger: Trigger?
        var anchor = now
        var context = try reader.context(zone: nil)
        var normalized: String?
        var result: [String: Value] = [:]
        var notes: [String] = []
        var snoozed: [Date] = []
        if let sentence = subject.sentence {
            let (expression, rest) = try reader.sentence(sentence)
            trigger = expression.trigger
            normalized = expression.normalized
            notes = expression.notes
            result["title"] = .string(rest)
            result["titleNotes"] = .strings(expression.textNotes)
        } else if let identifier = subject.identifier {
            let (app, _) = try await application(subject.app, for: sender)
            let rows = try await store.pending(app: app, identifiers: [identifier])
            guard let first = rows.first else {
                throw Refusal(.noSuchRequest, "nothing pending has the identifier \"\(identifier)\"")
            }
            // A repeating request that was snoozed keeps its own dates as well.
            let own = rows.first { !$0.isSnoozed }
            trigger = own?.request.trigger
            anchor = own?.addedAt ?? now
            snoozed = rows.filter(\.isSnoozed).map(\.due)
            result["dates"] = .dictionaries([date(first.due, now: now, in: context.timeZone)])
        } else {
            switch subject.trigger {
            case .exact(let exact):
                try exact.validate()
                trigger = exact
            case .words(let family, let text, let name, let bounds):
                let expression = try reader.expression(family, text, zone: name, bounds)
                trigger = expression.trigger
                normalized = expression.normalized
                context = try reader.context(zone: name)
                notes = expression.notesToExplain(context)
            case .keep, .change, nil:
                throw Refusal.invalidTrigger("there is no trigger to explain")
            }
        }
        if let trigger {
            // A thousand dates take time: other calls go on meanwhile.
            let explanation = await withTaskExecutorPreference(EventLoop.worker) {
                [normalized, notes, anchor, context] in
                await Self.explained(trigger, normalized, notes, Int(count), anchor, context)
            }
            guard !explanation.occurrences.isEmpty || !snoozed.isEmpty else {
                throw Refusal.invalidTrigger("trigger never fires: its only dates lie before now")
            }
            result["normalized"] = .string(explanation.normalized)
            result["dates"] = .dictionaries(
                (explanation.occurrences.map(\.date) + snoozed).sorted().prefix(Int(count))
                    .map { date($0, now: now, in: explanation.timeZone) })
            notes = explanation.notes
        }
        result["notes"] = .strings(notes)
        result["nowUnix"] = .double(now.timeIntervalSince1970)
        return result
    }

    @concurrent private static func explained(
        _ trigger: Trigger, _ normalized: String?, _ notes: [String], _ count: Int, _ anchor: Date,
        _ context: TimeExpression.Context
    ) async -> Explanation {
        Explanation(trigger, normalized: normalized, notes: notes, count: count, anchor: anchor, context)
    }

    private func date(_ date: Date, now: Date, in zone: Zone) -> [String: Value] {
        [
            "date": .string(date.rfc3339(in: zone)), "dateUnix": .double(date.timeIntervalSince1970),
            "text": .string(DateText.describe(date, now: now, in: zone)),
        ]
    }

    /// Returns the status; a sandboxed program learns nothing of other applications, nor of the person's paths.
    func status(for sender: String) async throws -> [String: Value] {
        let (app, caller) = try await application("", for: sender)
        guard caller.isSandboxed else { return try await status() }
        let seen = [AgentNames.allApplications, app]
        let keys: Set = ["version", "zone", "zoneData", "server", "trouble", "quiet"]
        var own = try await status().filter { keys.contains($0.key) }
        let pauses = await pauses().filter { seen.contains($0["app"]?.string ?? "") }
        if !pauses.isEmpty { own["paused"] = .dictionaries(pauses) }
        if let count = try await store.waitingResponses().first(where: { $0.app == app })?.count {
            own["responsesOf"] = .properties([app: .int64(Int64(count))])
        }
        return own
    }

    private func status() async throws -> [String: Value] {
        let counts = try await store.counts()
        var status: [String: Value] = [
            "version": .string(AgentVersion.current),
            "processID": .uint32(UInt32(ProcessInfo.processInfo.processIdentifier)),
            "store": .string(paths.store), "storeBytes": .uint64(UInt64(max(0, store.fileSize))),
            "pending": .int64(Int64(counts.pending)), "delivered": .int64(Int64(counts.delivered)),
            "unshown": .int64(Int64(counts.presenting)), "responses": .int64(Int64(counts.outbox)),
            "unreadable": .int64(Int64(counts.unreadable)),
            "zone": .string(clock.timeZone.identifier), "zoneData": .string(ZoneData.version()),
            "configuration": .string(paths.configuration),
        ]
        if let fault = await configurationFault() { status["configurationError"] = .string(fault) }
        let pauses = await pauses()
        if !pauses.isEmpty { status["paused"] = .dictionaries(pauses) }
        if let quiet = await quietHours() { status["quiet"] = .properties(quiet) }
        let unfetched = try await store.waitingResponses()
        if !unfetched.isEmpty {
            status["responsesOf"] = .properties(
                Dictionary(unfetched.map { ($0.app, .int64(Int64($0.count))) }) { one, _ in one })
        }
        if counts.waiting > 0 { status["held"] = .int64(Int64(counts.waiting)) }
        if let due = try await store.nextDue() {
            status["nextDue"] = .string(DateText.describe(due, now: clock.now, in: clock.timeZone))
        }
        let server = await desktop.currentServer()
        if let trouble = await desktop.trouble() {
            status["trouble"] = .properties(trouble.properties(in: clock.timeZone))
        }
        if let server {
            let words = server.information
            status["server"] = .properties([
                "name": .string(words.first ?? ""), "vendor": .string(words.dropFirst().first ?? ""),
                "version": .string(words.dropFirst(2).first ?? ""),
                "capabilities": .strings(server.capabilities.names.sorted()),
            ])
            if let isOn = await desktop.doNotDisturb().isOn { status["doNotDisturb"] = .boolean(isOn) }
        }
        return status
    }
}
