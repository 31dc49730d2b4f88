// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentRules
import EventLoop
import ExtensionWire
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import Synchronization
import TestSupport
import Testing

/// The runs of service extensions, with the real store and scripted processes.
@Suite struct ServiceExtensionsTests {
    private static let app = "org.example.Chat"

    /// A way in which a process ends, and the lines that it writes before.
    private struct Script: Sendable {
        var lines: [String] = []
        var end = ExtensionOutcome.End.exited(0)
        var wasWarned = false
    }

    /// A store and its extensions, whose processes do what the test says.
    private final class Room: Sendable {
        let store: NotificationStore
        let presented = Mailbox<Occurrence>()
        let started = Mailbox<RunCall>()
        let clock: ManualClock
        private let loop: EventLoop
        private let scripts: @Sendable (RunCall) async -> Script
        private let made = Mutex<ServiceExtensions?>(nil)

        init(
            _ loop: EventLoop, _ service: ServiceExtensions.Service, alert: Bool,
            _ scripts: @escaping @Sendable (RunCall) async -> Script
        ) throws {
            (self.loop, self.scripts) = (loop, scripts)
            store = try NotificationStore.inMemory()
            clock = ManualClock(Date(timeIntervalSince1970: 1_795_262_400))
            var asked = Authorization()
            asked.ask(alert ? [.alert] : [.alert, .provisional])
            let permission = Configuration().permission(of: app, asked: asked)
            let folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)").path
            let extensions = ServiceExtensions(
                folder: folder, store: store, clock: clock, loop: loop, logger: Logger(label: "test"),
                dependencies: .init(
                    permission: { _ in permission }, service: { _ in service },
                    run: { [weak self] call in await self?.run(call) ?? ExtensionOutcome.lost },
                    keepFiles: { request, _ in (request, "home") }, keptFiles: { _, _, _ in },
                    present: { [presented] occurrences in for occurrence in occurrences { presented.put(occurrence) } },
                    isolation: {
                        ExtensionIsolation(policy: .none, bubblewrap: nil, hasControlGroup: false, problem: nil)
                    }))
            made.withLock { $0 = extensions }
            store.setEventHandler { events in
                loop.perform { extensions.assumeIsolated { $0.note(events) } }
            }
        }

        // Force: the initializer sets it.
        var extensions: ServiceExtensions { made.withLock { $0! } }

        private func run(_ call: RunCall) async -> ExtensionOutcome {
            started.put(call)
            let script = await scripts(call)
            await extensions.write(script.lines, to: call)
            return ExtensionOutcome(
                end: Task.isCancelled ? .cancelled : script.end, wasWarned: script.wasWarned, errors: "",
                elapsed: .milliseconds(12))
        }

        /// Fires a request at once.
        func fire(
            _ identifier: String, _ content: Content = ServiceExtensionsTests.content, passes: Bool = true
        ) async throws -> Occurrence {
            let request = Request(identifier: identifier, content: content)
            let addition = Addition(
                app: ServiceExtensionsTests.app, request: request, due: .now, addedAt: clock.now)
            guard case .presenting(let occurrence) = try await store.add([addition], atomically: true)[0].get() else {
                throw StoreError("it does not present")
            }
            if passes { await extensions.pass([occurrence]) }
            return occurrence
        }

        func events() async throws -> [[String: PropertyListValue]] {
            try await store.events(app: nil, limit: 1000).filter { $0.kind == .extended }.map(\.detail)
        }
    }

    private static var content: Content {
        var content = Content(title: "Encrypted", body: "…")
        content.mutableContent = true
        return content
    }

    private static let program = ExtensionProgram(
        app: app, kind: .service, words: ["/bin/true"], usesNetwork: false, timeLimit: .seconds(30))

    private func withRoom(
        _ service: ServiceExtensions.Service = .program(Self.program), alert: Bool = true,
        _ scripts: @escaping @Sendable (RunCall) async -> Script, _ body: (Room) async throws -> Void
    ) async throws {
        let loop = EventLoop.onOwnThread(named: "extensions")
        defer { loop.stop() }
        let room = try Room(loop, service, alert: alert, scripts)
        defer { room.store.close() }
        try await body(room)
        await room.extensions.stop()
    }

    private static let good = #"{"v":1,"content":{"title":"Ann","body":"Lunch?"}}"#

    @Test func `the rewritten content is presented, and the original is kept`() async throws {
        try await withRoom { _ in
            Script(lines: [Self.good])
        } _: { room in
            let fired = try await room.fire("m")
            #expect(try await room.store.presenting(limit: 10).isEmpty, "The desktop must not find it yet.")

            let shown = try await room.presented.next()

            #expect(shown.id == fired.id)
            #expect(shown.notification.request.content.title == "Ann")
            #expect(!shown.notification.request.content.mutableContent, "A snooze does not run the extension again.")
            #expect(try await room.store.occurrence(shown.id) == shown)
            let original = try await room.store.originalRequest(app: Self.app, identifier: "m")
            #expect(original == fired.notification.request)
            #expect(try await room.events() == [["result": .string("rewritten"), "ms": .integer(12)]])
        }
    }

    @Test(
        arguments: [
            ([], ExtensionOutcome.End.exited(0), false, "noAnswer"), (["{"], .exited(0), false, "badAnswer"),
            ([#"{"v":2,"content":{}}"#], .exited(0), false, "badAnswer"), ([good], .exited(1), false, "exit"),
            ([good], .signaled(9), false, "signal"), ([], .timedOut, true, "timeout"), ([], .exited(1), true, "exit"),
            ([good], .wroteTooMuch, false, "output"), ([good], .lost, false, "lost"),
            ([], .notStarted("it is missing"), false, "start"),
            ([#"{"v":1,"content":{"title":null,"body":null}}"#], .exited(0), false, "emptied"),
            (["\u{1b}", "[]", "7", #"{"v":1}"#], .exited(0), false, "badAnswer"),
        ] as [([String], ExtensionOutcome.End, Bool, String)])
    func `after every failure the original is presented as it was`(
        lines: [String], end: ExtensionOutcome.End, wasWarned: Bool, reason: String
    ) async throws {
        try await withRoom { _ in
            Script(lines: lines, end: end, wasWarned: wasWarned)
        } _: { room in
            let fired = try await room.fire("m")
            let shown = try await room.presented.next()
            #expect(shown.id == fired.id)
            #expect(shown.notification == fired.notification)
            #expect(try await room.store.presenting(limit: 10) == [shown])
            #expect(try await room.events().map { $0["reason"] } == [.string(reason)])
            #expect(try await room.events().map { $0["result"] } == [.string("original")])
        }
    }

    @Test(
        arguments: [
            ([good, "{"], ExtensionOutcome.End.exited(0), false),
            ([#"{"v":1,"content":{}}"#, good], .exited(0), false),
            ([good], .timedOut, true), ([good], .exited(1), true), ([good], .signaled(9), true),
        ] as [([String], ExtensionOutcome.End, Bool)])
    func `the last good line counts, also after a warning`(
        lines: [String], end: ExtensionOutcome.End, wasWarned: Bool
    ) async throws {
        try await withRoom { _ in
            Script(lines: lines, end: end, wasWarned: wasWarned)
        } _: { room in
            _ = try await room.fire("m")
            #expect(try await room.presented.next().notification.request.content.title == "Ann")
        }
    }

    @Test func `immutable content, and content without a text, is presented at once`() async throws {
        try await withRoom { _ in
            Script(end: .timedOut)
        } _: { room in
            _ = try await room.fire("plain", Content(title: "Plain"))
            var badge = Content()
            badge.badge = 3
            badge.mutableContent = true
            _ = try await room.fire("badge", badge)
            #expect(try await [room.presented.next(), room.presented.next()].map(\.identifier) == ["plain", "badge"])
            #expect(room.started.takeAll().isEmpty)
            #expect(try await room.events().isEmpty)
        }
    }

    @Test(arguments: [(ServiceExtensions.Service.none, true), (.faulty, true), (.program(program), false)])
    func `without an extension, or without alerts, the original is presented`(
        service: ServiceExtensions.Service, alert: Bool
    ) async throws {
        try await withRoom(service, alert: alert) { _ in
            Script(lines: [Self.good])
        } _: { room in
            let fired = try await room.fire("m")
            #expect(try await room.presented.next().notification == fired.notification)
            #expect(room.started.takeAll().isEmpty)
            #expect(try await room.events().isEmpty == (service != .faulty))
        }
    }

    @Test func `an extension that the person has disabled does not run`() async throws {
        try await withRoom { _ in
            Script(lines: [Self.good])
        } _: { room in
            try await room.store.setExtension("service", of: Self.app, isEnabled: false)
            let fired = try await room.fire("m")
            #expect(try await room.presented.next().notification == fired.notification)
            try await room.store.setExtension("service", of: Self.app, isEnabled: true)
            _ = try await room.fire("n")
            #expect(try await room.presented.next().notification.request.content.title == "Ann")
        }
    }

    @Test func `a removed notification is not presented, and its run is cancelled`() async throws {
        try await withRoom { _ in
            await sleepUntilCancelled()
            return Script(lines: [Self.good])
        } _: { room in
            _ = try await room.fire("m")
            _ = try await room.started.next()
            // A request with the same identifier that is cancelled does not end the run.
            _ = try await room.store.removePending(app: Self.app, identifiers: ["m"], at: room.clock.now)
            _ = try await room.store.removeDelivered(app: Self.app, identifiers: ["m"], at: room.clock.now)
            try await withDeadline { while !(await room.extensions.isIdle) { try await yieldUntilDeadline() } }
            #expect(room.presented.takeAll().isEmpty)
            #expect(try await room.store.delivered(app: nil).isEmpty)
        }
    }

    @Test func `a newer notification with the same identifier cancels the run of the older one`() async throws {
        let isFirst = Atomic(true)
        try await withRoom { _ in
            if isFirst.exchange(false, ordering: .relaxed) { await sleepUntilCancelled() }
            return Script(lines: [Self.good])
        } _: { room in
            let older = try await room.fire("score")
            _ = try await room.started.next()
            let newer = try await room.fire("score")
            #expect(try await room.presented.next().id == newer.id)
            #expect(newer.id != older.id)
            #expect(room.presented.takeAll().isEmpty)
        }
    }

    @Test func `after the agent's end the next one presents the original, once`() async throws {
        try await withRoom { _ in
            await sleepUntilCancelled()
            return Script(lines: [Self.good])
        } _: { room in
            let fired = try await room.fire("m")
            _ = try await room.started.next()
            await room.extensions.stop()
            #expect(room.presented.takeAll().isEmpty)
            #expect(try await room.store.extending([fired.id]) == [fired.id])
        }
    }

    @Test func `the first line has the content, and the category of an answer must be registered`() async throws {
        let line = #"{"v":1,"content":{"categoryIdentifier":"none","body":"B"}}"#
        try await withRoom { _ in
            Script(lines: [line])
        } _: { room in
            _ = try await room.fire("m")
            let call = try await room.started.next()
            let first = String(decoding: call.first, as: UTF8.self)
            #expect(first.hasSuffix("\n") && first.contains(#""event":"didReceive""#), "\(first)")
            #expect(first.contains(#""title":"Encrypted""#) && first.contains(call.folder), "\(first)")
            _ = try await room.presented.next()
            let remarks = try await room.events().first?["remarks"]
            #expect(remarks == .array([.string("content.categoryIdentifier")]))
        }
    }
}

/// Waits until the task is cancelled.
private func sleepUntilCancelled() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
}

extension ExtensionOutcome {
    fileprivate static var lost: ExtensionOutcome {
        ExtensionOutcome(end: .lost, wasWarned: false, errors: "", elapsed: .zero)
    }
}

extension ServiceExtensions {
    /// Writes lines as a process does; the runner calls `line` on the loop.
    fileprivate func write(_ lines: [String], to call: RunCall) {
        for line in lines { call.line(Array(line.utf8), .zero) }
    }
}
