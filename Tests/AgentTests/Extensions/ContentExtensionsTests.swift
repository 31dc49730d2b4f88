// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import EventLoop
import ExtensionWire
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import TestSupport
import Testing

/// The drawings of content extensions, with the real store and a scripted process.
@Suite struct ContentExtensionsTests {
    private static let app = "org.example.Chat"

    /// On a busy machine about one drawing in a hundred was lost in this way.
    @Test func `a drawing that is being stored when the time for waiting ends is presented afterwards`() async throws {
        let loop = EventLoop.onOwnThread(named: "extensions")
        defer { loop.stop() }
        let store = try NotificationStore.inMemory()
        defer { store.close() }
        let (hasReturned, late) = (Mailbox<Bool>(), Mailbox<Occurrence>())
        let clock = ManualClock(Date(timeIntervalSince1970: 1_795_262_400))
        let program = ExtensionProgram(
            app: Self.app, kind: .content, words: ["/bin/true"], usesNetwork: false, timeLimit: .seconds(10))
        let folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)").path
        let extensions = ContentExtensions(
            folder: folder, store: store, clock: clock, loop: loop, logger: Logger(label: "test"),
            dependencies: .init(
                program: { _, _ in program }, picture: { ExtensionPicture(width: 256, height: 256) },
                run: { call in
                    try? Data("GIF89a".utf8).write(to: URL(filePath: call.folder + "/ring"))
                    call.line(Array(#"{"v":1,"content":{"body":"drawn"},"picture":"ring"}"#.utf8), .zero)
                    return ExtensionOutcome(end: .exited(0), wasWarned: false, errors: "", elapsed: .milliseconds(12))
                },
                keepFiles: { request, _ in (request, "home") },
                // The drawing is in the store, and its files are not settled before the caller has stopped waiting.
                keptFiles: { _, _, _ in _ = try? await hasReturned.next() },
                sweep: { _, _ in }, drawn: { late.put($0) }))
        var content = Content(title: "Download")
        content.categoryIdentifier = "RING"
        let request = Request(identifier: "d", content: content)
        let addition = Addition(app: Self.app, request: request, due: .now, addedAt: clock.now)
        guard case .presenting(let occurrence) = try await store.add([addition], atomically: true)[0].get() else {
            throw StoreError("it does not present")
        }

        #expect(await extensions.draw(occurrence).drawing?.isUnfinished == true)
        hasReturned.put(true)

        let drawn = try await late.next()
        #expect(drawn.id == occurrence.id && drawn.drawing?.picture != nil)
        await extensions.stop()
    }
}
