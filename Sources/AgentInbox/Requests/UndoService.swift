// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentLocation
import AgentMachine
import AgentRules
import AgentSchedule
import DBus
import FoundationEssentials
import NotificationModel
import NotificationStore
import TimeExpressions
import Triggers

/// Takes back the last command of a terminal that changed pending requests.
struct UndoService: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let authorizations: Authorizations
    let scheduler: Scheduler
    let location: LocationService
    let attachments: AttachmentCopies

    /// Takes back a command, and returns the outcome.
    ///
    /// - Throws: ``Triggers/Refusal``, and then nothing is changed; `AccessDenied` for a sandboxed caller.
    func undo(_ terminal: String, _ options: Value, for caller: Caller) async throws -> [String: Value] {
        guard !caller.isSandboxed else {
            throw BusError.accessDenied(
                "\(caller.app) is sandboxed; its commands are not kept, and can't be taken back.")
        }
        let options = try DictionaryCoding.decode(UndoOptions.self, from: options)
        guard !terminal.isEmpty else {
            throw Refusal.invalidRequest("terminal is empty; give the name of a terminal session")
        }
        try CommandMark.check(terminal, "terminal")
        let (now, zone) = (clock.now, clock.timeZone)
        let configuration = await authorizations.configuration
        let undone = try await store.undo(
            terminal: terminal, quota: { configuration.quota(of: $0) }, isTrial: options.isTrial, at: now)
        if !options.isTrial {
            let pending = undone.changes.flatMap(\.pending)
            let all = pending + undone.changes.flatMap(\.before)
            if all.contains(where: \.waitsForPlace) { await location.changed() }
            // A restored date may be earlier than the scheduler's alarm, and the alarm of a removed date isn't needed.
            if let soonest = pending.map(\.due).min() { await scheduler.expect(soonest) }
            await scheduler.ring()
            await attachments.sweep(of: undone.changes.map { ($0.app, $0.identifier) })
        }
        let rows = undone.changes.map { row($0, at: now, in: zone) }
        return try DictionaryCoding.properties(
            of: UndoOutcome(kind: undone.kind.rawValue, date: undone.date.rfc3339(in: zone), requests: rows))
    }

    private func row(_ change: UndoneCommand.Change, at now: Date, in zone: Zone) -> UndoOutcome.Row {
        let known = (change.pending + change.before).first
        var row = UndoOutcome.Row(
            app: change.app, identifier: change.identifier, title: known?.request.content.title ?? "",
            pending: !change.pending.isEmpty)
        if let due = change.pending.compactMap(\.nextDate).min() {
            let shown = known?.request.trigger?.shownTimeZone ?? zone
            row.nextTriggerDate = due.rfc3339(in: shown)
            row.nextTriggerDateUnix = due.timeIntervalSince1970
            row.text = due <= now ? "now" : DateText.describe(due, now: now, in: shown)
        }
        return row
    }
}

extension CommandMark {
    /// Returns the key under which the store keeps a command; nil if the command can't be taken back: the call names no
    /// terminal, or the program is sandboxed and could make the person take back another program's command.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` of ``checked()``.
    func key(_ kind: UndoKey.Kind, of caller: Caller) throws(Refusal) -> UndoKey? {
        guard try !checked().terminal.isEmpty, !caller.isSandboxed else { return nil }
        return UndoKey(terminal: terminal, command: command, kind: kind)
    }
}
