// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentClient
import AgentInterface
import DBus
import Foundation
import TestSupport
import Testing

@testable import UserNotifications

/// D-Bus's own errors of design §4, provoked from Swift: the agent was reached, and has refused the call.
@Suite struct CenterAnswerTests {
    /// Adds a request for `app` over this bus, which must fail with this error.
    private func expectRefusal(
        _ word: String, on bus: String, app: String, of request: UNNotificationRequest = request("tea", in: 86_400),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let center = UNUserNotificationCenter(agent: CenterClient(bus: .at(bus)), app: app)
        let error = await #expect(throws: UNError.self, sourceLocation: sourceLocation) {
            try await center.add(request)
        }
        let sentence = error?.localizedDescription ?? ""
        #expect(error?.errorUserInfo["BelfryRefusal"] as? String == word, "\(sentence)", sourceLocation: sourceLocation)
        #expect(!sentence.isEmpty && !sentence.contains("can't be reached"), sourceLocation: sourceLocation)
    }

    @Test func `AccessDenied: a sandboxed program can't attach files or act for another`()
        async throws
    {
        try await withAgent { agent async throws in
            let file = URL(filePath: agent.folders.path + "/files/tea.png")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("tea".utf8).write(to: file)
            let attachment = try UNNotificationAttachment(identifier: "", url: file)
            let attaching = request("tea", in: 86_400) { $0.attachments = [attachment] }

            try await withConfinedBus(.flatpak, on: agent.bus) { bus in
                let own = Confinement.flatpak.app
                try await expectRefusal("AccessDenied", on: bus.address, app: own, of: attaching)
                try await expectRefusal("AccessDenied", on: bus.address, app: TestAgent.app)
                let center = UNUserNotificationCenter(agent: CenterClient(bus: .at(bus.address)), app: own)
                try await center.add(request("own", in: 86_400))
            }

            #expect(try await agent.proxy().pending().isEmpty)
            #expect(try await agent.proxy(Confinement.flatpak.app).pending().count == 1)
        }
    }

    @Test func `InvalidArgs: an invalid application id is refused`() async throws {
        try await withAgent { agent async throws in
            try await expectRefusal("InvalidArgs", on: agent.bus, app: "two words")
        }
    }

    @Test func `UnknownMethod: an older agent lacks the method`() async throws {
        try await withRefusingAgent(RefusingAgent()) { bus async throws in
            try await expectRefusal("UnknownMethod", on: bus, app: TestAgent.app)
        }
    }

    @Test func `Failed: a failure of the agent is reported as such`() async throws {
        let failed = BusError(name: "org.belfry.Error.Failed", message: "the agent has no memory left")
        try await withRefusingAgent(RefusingAgent(failed)) { bus async throws in
            try await expectRefusal("Failed", on: bus, app: TestAgent.app)
        }
    }
}
