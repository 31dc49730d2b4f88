// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import NotificationModel
import TestSupport
import Testing
import Triggers

@testable import NotificationStore

/// Commands of a terminal that are taken back.
@Suite struct UndoTests {
    private let store: NotificationStore
    private let hourly = Trigger.timeInterval(.seconds(3600), repeats: true)

    init() throws { store = try .inMemory() }

    private func key(_ command: String, _ kind: UndoKey.Kind = .add, terminal: String = "t") -> UndoKey {
        UndoKey(terminal: terminal, command: command, kind: kind)
    }

    private func add(
        _ identifier: String, title: String = "Tea", by undo: UndoKey?, due: Addition.Due = .at(noon + 3600),
        isChange: Bool = false, trigger: Trigger? = nil
    ) async throws {
        let additions = [
            Addition(
                app: app, request: request(identifier, title: title, trigger: trigger), due: due, isChange: isChange,
                addedAt: noon),
            Addition(
                app: app, request: request(identifier + "~5m", title: title, warnsOf: identifier),
                due: .at(noon + 3300), addedAt: noon),
        ]
        let results = try await store.add(
            due == .unchanged || due == .now ? [additions[0]] : additions, atomically: true, undo: undo)
        _ = try results[0].get()
    }

    @discardableResult
    private func undo(_ terminal: String = "t", isTrial: Bool = false, at date: Date = noon) async throws
        -> UndoneCommand
    {
        try await store.undo(terminal: terminal, quota: { _ in Quota() }, isTrial: isTrial, at: date)
    }

    /// All pending rows with every column but their number.
    private func rows() async throws -> [[String]] {
        try await store.run(
            """
            SELECT app, identifier, snoozed, due, added, fired, moves, repeats, parent, hex(request), hex(schedule), settled,
                leeway, wake, run, fence FROM pending ORDER BY app, identifier, snoozed
            """)
    }

    private func expectRefusal(
        _ words: String, _ terminal: String = "t", isTrial: Bool = false, at date: Date = noon
    ) async throws {
        let before = try await rows()
        let refusal = await #expect(throws: Refusal.self) { try await undo(terminal, isTrial: isTrial, at: date) }
        #expect(refusal?.code == .noSuchRequest)
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
        #expect(try await rows() == before)
    }

    @Test func `a kept row has every column of a pending one`() async throws {
        func columns(of table: String, without key: String) async throws -> [String] {
            try await store.run("SELECT name FROM pragma_table_info('\(table)') WHERE name <> '\(key)'").flatMap(\.self)
        }
        let pending = try await columns(of: "pending", without: "id")
        let kept = try await columns(of: "undo_row", without: "change")
        #expect(Set(kept) == Set(pending))
        for statement in [UndoQuery.keepNamed, .keepWarnings, .putBack] {
            for column in pending { #expect(statement.rawValue.contains(column), "\(statement) without \(column)") }
        }
        // The kept rows are inserted by position.
        let list = UndoQuery.keepNamed.rawValue.split(separator: "?1, ")[1].split(separator: "FROM")[0]
        #expect(
            list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } == kept)
    }

    /// Random commands, and an undo of all of them: after each undo, every row is as it was before the command.
    @Test(arguments: 0..<40)
    func `an undo restores every row`(number: UInt64) async throws {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ number)
        var states: [[[String]]] = []
        for step in 0..<9 {
            let name = ["tea", "cake", "pie"][Int.random(in: 0..<3, using: &random)]
            let before = try await rows()
            let key = key("\(step)")
            do {
                switch Int.random(in: 0..<7, using: &random) {
                case 0, 1: try await add(name, title: "\(step)", by: key, trigger: hourly)
                case 2: try await add(name, title: "\(step)", by: key, due: .unchanged)
                case 3: try await add(name, title: "\(step)", by: key, due: .at(noon + 9000), isChange: true)
                case 4: _ = try await store.removePending(app: app, identifiers: [name, "pie"], undo: key, at: noon)
                case 5:
                    _ = try await store.snooze(
                        app: app, identifier: name, until: noon + Double(600 + step), skipping: .hourly, undo: key,
                        at: noon)
                default:
                    _ = try await store.skip(
                        app: app, identifier: name, count: 1, skipping: .hourly, undo: key, at: noon)
                }
            } catch is Refusal {
                #expect(try await rows() == before)
            }
            if try await rows() != before { states.append(before) }
        }
        for state in states.reversed() {
            try await undo()
            #expect(try await rows() == state, "seed \(SeededGenerator.seed), \(number)")
        }
        try await expectRefusal("has changed no request")
    }

    @Test func `what has happened since is the reason of a refusal`() async throws {
        try await add("tea", by: key("1"), due: .at(noon + 5))
        _ = try await store.fire(at: noon + 5)
        try await expectRefusal("has been shown since")

        try await add("cake", by: key("2"))
        try await store.snooze(app: app, identifier: "cake", until: noon + 99, at: noon)
        try await expectRefusal("has been snoozed since")

        try await add("pie", by: key("3"))
        try await add("pie", title: "Other", by: nil)
        try await expectRefusal("has been changed since")

        try await add("bread", by: key("4"))
        _ = try await store.removePending(app: app, identifiers: ["bread"], at: noon)
        try await expectRefusal("has been removed since")

        // It fires in the transaction that adds it.
        try await add("now", by: key("5"), due: .now)
        try await expectRefusal("has been shown since")
    }

    @Test func `a change between two commands keeps the older one from being taken back`() async throws {
        try await add("tea", by: key("1"))
        try await add("tea", title: "Other", by: nil)
        try await add("tea", title: "Third", by: key("2"))
        try await undo()
        try await expectRefusal("has been changed since")
    }

    @Test func `one command is taken back as a whole or not at all`() async throws {
        try await add("tea", by: nil)
        try await add("cake", by: nil)
        let before = try await rows()
        let key = key("1", .cancel)
        let removed = try await store.removePending(
            app: app, identifiers: ["tea", "no", "cake"], undo: key, at: noon)
        #expect(removed == ["tea", "cake"])
        let trial = try await undo(isTrial: true)
        #expect(try await store.pendingNames().isEmpty)
        let undone = try await undo()
        #expect(undone == trial)
        #expect(undone.kind == .cancel && undone.changes.map(\.identifier).sorted() == ["cake", "tea"])
        #expect(try await rows() == before)

        _ = try await store.removePending(app: app, identifiers: ["tea", "cake"], undo: key, at: noon)
        try await add("cake", by: nil)
        try await expectRefusal("\"cake\" has been changed since")
    }

    @Test func `a terminal has its own ten commands, for an hour`() async throws {
        for number in 0..<12 { try await add("\(number)", by: key("\(number)")) }
        try await add("other", by: key("0", terminal: "u"))
        for _ in 0..<10 { try await undo() }
        // Each of the others is refused once.
        for _ in 0..<2 { try await expectRefusal("it was more than 10 commands ago") }
        try await expectRefusal("has changed no request")
        #expect(try await Set(store.pendingNames().filter { !$0.contains("~") }) == ["0", "1", "other"])
        try await undo("u", at: noon + 3599)
        try await add("late", by: key("1", terminal: "u"))
        try await expectRefusal("has changed no request", "u", at: noon + 3600)
    }

    @Test func `nothing is kept of a command that changes too many requests, and no older one is taken back for it`()
        async throws
    {
        try await add("tea", by: key("0"))
        for part in 0..<2 {
            let additions = (0..<600).map {
                Addition(app: app, request: request("\(part) \($0)"), due: .at(noon + 9), addedAt: noon)
            }
            _ = try await store.add(additions, atomically: true, undo: key("1"))
        }
        #expect(try await store.run("SELECT count(*) FROM undo_change") == [["1"]])
        try await expectRefusal("more than 1000 requests; a further undo takes back the command before that one")
        try await undo()
        #expect(try await !store.pendingNames().contains("tea"))
    }

    @Test func `what a command takes from the screen or from a digest is due at once`() async throws {
        _ = try await store.show(request("tea"))
        _ = try await store.snooze(
            app: app, identifier: "tea", until: noon + 600, skipping: .hourly, undo: key("1", .snooze), at: noon)
        try await undo()
        #expect(try await store.fire(at: noon).map(\.notification.request.identifier) == ["tea"])

        let held = Addition(
            app: app, request: request("cake"), due: .now, addedAt: noon, fate: .keep(reason: "paused"))
        #expect(try await store.add([held], atomically: true)[0].get() == .kept)
        _ = try await store.removePending(app: app, identifiers: ["cake"], undo: key("2", .cancel), at: noon)
        #expect(try await store.missed(app: app).filter(\.isWaiting).isEmpty)
        try await undo()
        #expect(try await store.fire(at: noon).map(\.notification.request.identifier) == ["cake"])
    }

    @Test func `an undo does not exceed the quota`() async throws {
        try await add("tea", by: nil)
        _ = try await store.removePending(app: app, identifiers: ["tea"], undo: key("1", .cancel), at: noon)
        try await add("cake", by: nil)
        let refusal = await #expect(throws: Refusal.self) {
            try await store.undo(terminal: "t", quota: { _ in Quota(requests: 3) }, at: noon)
        }
        #expect(refusal?.code == .tooManyRequests)
        #expect(try await store.pendingNames().sorted() == ["cake", "cake~5m"])
    }

    @Test func `dates that can't be known any more are a reason, too`() async throws {
        func set(boot: String, zone: String) async throws {
            try await store.setClockRecord(ClockRecord(boot: boot, offset: 0, zone: zone), movingBy: 0, at: noon)
        }
        try await set(boot: "a", zone: "Europe/Berlin")
        for (name, trigger) in [("tea", hourly), ("cake", nil)] {
            try await add(name, by: nil, trigger: trigger)
            _ = try await store.removePending(app: app, identifiers: [name], undo: key(name, .cancel), at: noon)
        }
        try await set(boot: "a", zone: "Asia/Tokyo")
        try await expectRefusal("the time zone has changed since", isTrial: true)
        try await set(boot: "b", zone: "Europe/Berlin")
        try await undo()
        try await expectRefusal("the computer has been restarted since the command")
    }

    @Test func `what is kept of a command goes after an hour, with its files`() async throws {
        _ = try await store.add(request("tea", title: "folder-17"), due: .at(noon + 60))
        _ = try await store.removePending(app: app, identifiers: ["tea"], undo: key("1", .cancel), at: noon)
        #expect(try await store.names("folder-17", app: app, identifier: "tea"))
        // Any later event deletes it.
        let late = Addition(app: app, request: request("late"), due: .at(noon + 9000), addedAt: noon + 3601)
        _ = try await store.add([late], atomically: true)
        #expect(try await !store.names("folder-17", app: app, identifier: "tea"))
        for table in ["undo", "undo_change", "undo_row"] {
            #expect(try await store.run("SELECT count(*) FROM \(table)") == [["0"]])
        }
    }

    @Test func `all requests are taken back, and a removal of delivered ones is refused once`() async throws {
        try await add("old", by: key("0"))
        try await add("tea", by: nil)
        let before = try await rows()
        #expect(try await store.removePending(app: app, undo: key("1", .cancel), at: noon) == ["old", "tea"])
        try await undo()
        #expect(try await rows() == before)

        _ = try await store.show(request("shown"))
        _ = try await store.removeDelivered(app: app, undo: key("2", .remove), at: noon)
        try await expectRefusal(
            "it removed delivered notifications; a further undo takes back the command before that one")
        try await undo()
        #expect(try await store.pendingNames().sorted() == ["tea", "tea~5m"])
    }

    @Test func `the second call of a command does not hide what others did in between`() async throws {
        try await add("tea", title: "First", by: key("1"))
        try await add("tea", title: "Other", by: nil)
        try await add("tea", title: "Second", by: key("1"))
        try await expectRefusal("has been changed since")

        try await add("cake", by: key("2"), due: .at(noon + 5))
        _ = try await store.fire(at: noon + 5)
        try await add("cake", by: key("2"))
        try await expectRefusal("has been shown since")
    }

    @Test func `a command that goes on after ten others has lost its beginning, and is refused`() async throws {
        try await add("first", by: key("long"))
        for number in 0..<10 { try await add("\(number)", by: key("\(number)")) }
        try await add("last", by: key("long"))
        for _ in 0..<10 { try await undo() }
        try await expectRefusal("it was more than 10 commands ago")
        #expect(try await Set(store.pendingNames().filter { !$0.contains("~") }) == ["first", "last"])
    }

    @Test func `an early warning does not come back without its request`() async throws {
        try await add("tea", by: nil)
        _ = try await store.removePending(app: app, identifiers: ["tea~5m"], undo: key("1", .cancel), at: noon)
        _ = try await store.removePending(app: app, identifiers: ["tea"], at: noon)
        try await expectRefusal("has been removed since")
    }

    @Test func `a warning's own command, and a request with a tilde, are no changes of another request`() async throws {
        try await add("tea", by: key("1"))
        try await store.snooze(app: app, identifier: "tea~5m", until: noon + 60, undo: key("2", .snooze))
        try await undo()
        try await undo()
        #expect(try await store.pendingNames().isEmpty)

        try await store.add(request("x"))
        try await store.add(request("x~y"))
        _ = try await store.removePending(app: app, identifiers: ["x", "x~y"], undo: key("3", .cancel), at: noon)
        try await undo()
        #expect(try await store.pendingNames().sorted() == ["x", "x~y"])
    }

    @Test func `several waiting notifications of a request can't come back as one`() async throws {
        for _ in 0..<2 {
            let held = Addition(
                app: app, request: request("tea"), due: .now, addedAt: noon, fate: .keep(reason: "paused"))
            _ = try await store.add([held], atomically: true)
        }
        _ = try await store.removePending(app: app, identifiers: ["tea"], undo: key("1", .cancel), at: noon)
        try await expectRefusal("had several notifications that waited")
    }
}

extension NotificationStore {
    fileprivate func snooze(app: String, identifier: String, until: Date, undo: UndoKey) async throws {
        _ = try await snooze(app: app, identifier: identifier, until: until, skipping: .hourly, undo: undo, at: noon)
    }
}
