// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Foundation
import NotificationModel
import TestSupport
import Testing

@testable import UserNotifications

/// The closed list of design §4, provoked from Swift: the same word as on the bus is in `errorUserInfo["BelfryRefusal"]`.
@Suite struct CenterRefusalTests {
    /// Apple's interface, and what the module adds to it, have nothing to ask for them with: `Snooze`, `Repost`, `Explain` and the
    /// trigger's `keep`, which name a request that must be there, and `AddAll` with `noQueue`. The last two tests hold it to that.
    private static let notFromSwift: Set<Refusal.Code> = [.noSuchRequest, .serverUnavailable]

    private func configuration(_ code: Refusal.Code) -> String? {
        switch code {
        case .tooManyRequests: "quota = 1"
        case .notAuthorized: "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n"
        default: nil
        }
    }

    /// What is refused so.
    private func provocation(_ code: Refusal.Code, _ folder: String) throws -> UNNotificationRequest {
        switch code {
        case .invalidRequest: return request("belfry.tea", in: 86_400)
        case .invalidTrigger:
            var past = DateComponents()
            (past.year, past.month, past.day) = (2001, 1, 1)
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            return UNNotificationRequest(
                identifier: "tea", content: content,
                trigger: UNCalendarNotificationTrigger(dateMatching: past, repeats: false))
        case .invalidAttachment:
            // A picture by its name alone: what is in it only the agent finds out.
            let file = URL(filePath: folder + "/files/tea.png")
            try Data("tea".utf8).write(to: file)
            let attachment = try UNNotificationAttachment(identifier: "", url: file)
            return request("tea", in: 86_400) { $0.attachments = [attachment] }
        case .contentTooLarge: return request("tea", in: 86_400) { $0.body = String(repeating: "x", count: 100_000) }
        case .tooManyRequests, .notAuthorized, .storeUnavailable: return request("tea", in: 86_400)
        case .noSuchRequest, .serverUnavailable: throw Refusal(code, "not from Swift")
        }
    }

    @Test(arguments: Refusal.Code.allCases.filter { !notFromSwift.contains($0) })
    func `each is reached from Swift with the same word, and changes nothing`(_ code: Refusal.Code) async throws {
        try await withAgent(configuration: configuration(code)) { agent in
            let center = agent.center()
            if code == .tooManyRequests { try await center.add(request("first", in: 86_400)) }
            if code == .storeUnavailable {
                try await agent.kill()
                try FileManager.default.removeItem(atPath: agent.folders.state + "/belfry")
                try agent.folders.write("", to: agent.folders.state + "/belfry")
                try await agent.start()
            }
            let provocation = try provocation(code, agent.folders.path)

            let error = await #expect(throws: UNError.self) { try await center.add(provocation) }

            #expect(
                error?.errorUserInfo["BelfryRefusal"] as? String == code.rawValue,
                "\(error?.localizedDescription ?? "")")
            #expect(error?.localizedDescription.isEmpty == false)
            guard code != .storeUnavailable else { return }
            let pending = await center.pendingNotificationRequests()
            #expect(pending.map(\.identifier) == (code == .tooManyRequests ? ["first"] : []))
        }
    }

    @Test func `the two that Apple's interface can't ask for are no error there`() async throws {
        try await withAgent { agent in
            let center = agent.center()
            // Without a server it waits for one, and what is not there is removed already.
            try await center.add(request("tea"))
            center.removePendingNotificationRequests(withIdentifiers: ["coffee"])
            center.removeDeliveredNotifications(withIdentifiers: ["coffee"])
            #expect(await center.deliveredNotifications().map(\.request.identifier) == ["tea"])
        }
    }

    @Test func `the module asks for nothing that could be refused so`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(atPath: root.path + "/Sources/UserNotifications"))
        var methods: Set<String> = []
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(root.path)/Sources/UserNotifications/\(file)", encoding: .utf8)
            #expect(!text.contains("noQueue: ") && !text.contains(".keep"), "\(file)")
            for match in text.matches(of: /\b(?:ask|askPages|tell|change)\(\s*\.(\w+)/) {
                methods.insert(String(match.1))
            }
        }
        #expect(
            methods == [
                "add", "pendingPage", "deliveredPage", "removePending", "removeDelivered", "removeAllPending",
                "removeAllDelivered", "setCategories", "categories", "requestAuthorization", "settings",
                "setBadgeCount",
            ])
    }
}
