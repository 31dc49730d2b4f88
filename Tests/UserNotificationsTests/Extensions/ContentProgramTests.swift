// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotificationsUI

/// A content extension in Swift, `Tests/Clients/Ring`, over the wire.
@Suite struct ContentProgramTests {
    private let program: ExtensionProgram
    private var picture: [String: Any] { ["width": 64, "height": 32, "scale": 2, "colorScheme": "dark"] }

    init() throws { program = try ExtensionProgram(TestAgent.program("ClientRing")) }

    private func run(_ event: [String: Any] = [:], progress: Double = 0.25) async throws -> ExtensionProgram.Result {
        try await program.run(["userInfo": ["progress": progress]], event: event.merging(["picture": picture]) { $1 })
    }

    private func act(_ action: String, state: Any? = nil, text: String? = nil) async throws -> ExtensionProgram.Result {
        var event: [String: Any] = ["event": "action", "actionIdentifier": action]
        event["state"] = state
        event["text"] = text
        return try await run(event)
    }

    @Test func `a notification gets its picture, its text and its state`() async throws {
        let result = try await run()

        #expect(result.status == 0, "\(result.errors)")
        #expect(result.content as NSDictionary == ["subtitle": "25 %"])
        #expect(result.answer["state"] as? NSDictionary == ["isPaused": false, "events": 1])
        #expect(result.answer["response"] == nil)
        let file = try #require(result.answer["picture"] as? String)
        #expect(file.hasSuffix(".gif"))
        let drawn = try String(contentsOfFile: program.attachments + "/" + file, encoding: .utf8)
        #expect(drawn == "GIF89a 64x32@2.0 dark 0.25")
    }

    @Test func `prints go to standard error, so that they can't damage the answer`() async throws {
        let result = try await run()

        #expect(result.output.hasPrefix("{") && result.output.hasSuffix("}\n"))
        #expect(result.errors == "drawing")
    }

    @Test func `an action that the extension keeps is drawn again, with the state of the last run`() async throws {
        let result = try await act("PAUSE", state: ["isPaused": false, "events": 1])

        #expect(result.status == 0, "\(result.errors)")
        #expect(result.answer["response"] as? String == "doNotDismiss")
        #expect(result.content["subtitle"] as? String == "paused")
        #expect(result.answer["state"] as? NSDictionary == ["isPaused": true, "events": 2])
        #expect(result.answer["picture"] is String)
    }

    @Test(arguments: [("HIDE", "dismiss"), ("OPEN", "dismissAndForwardAction")])
    func `an action ends as the extension says`(_ action: String, _ response: String) async throws {
        #expect(try await act(action).answer["response"] as? String == response)
    }

    @Test func `a typed text arrives`() async throws {
        #expect(try await act("NOTE", text: "two sugars").content["body"] as? String == "two sugars")
    }

    @Test func `an error while drawing is no answer`() async throws {
        let result = try await run(progress: 2)

        #expect(result.status == 1)
        #expect(result.output == "")
        #expect(result.errors.contains("The notification can't be drawn"))
    }

    @Test func `without a size nothing is drawn`() async throws {
        let result = try await program.run(["userInfo": ["progress": 0.5]])

        #expect(result.content["subtitle"] as? String == "50 %")
        #expect(result.answer["picture"] == nil)
    }

    @Test func `the response options have Apple's raw values`() {
        let options: [UNNotificationContentExtensionResponseOption] = [
            .doNotDismiss, .dismiss, .dismissAndForwardAction,
        ]
        #expect(options.map(\.rawValue) == [0, 1, 2])
        let types: [UNNotificationContentExtensionMediaPlayPauseButtonType] = [.none, .default, .overlay]
        #expect(types.map(\.rawValue) == [0, 1, 2])
    }

    @MainActor @Test func `the methods besides didReceive are optional`() async throws {
        final class Plain: NSObject, UNNotificationContentExtension {
            func didReceive(_ notification: UNNotification) {}
        }

        let plain = Plain()
        #expect(try plain.picture(for: UNNotificationContentPicture(width: 1, height: 1)).isEmpty)
        #expect(plain.extensionContext == nil)
    }
}
