// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import Foundation
import TestSupport
import Testing
import Triggers

@testable import UserNotifications

/// The complete list of design §4, provoked from Swift: `errorUserInfo["BelfryRefusal"]` has the same name as the bus.
///
/// `RefusalTests` has the table of all errors in all three forms; D-Bus's own three are in ``CenterAnswerTests``.
@Suite struct CenterRefusalTests {
    private func configuration(_ code: Refusal.Code) -> String? {
        switch code {
        case .tooManyRequests: "quota = 1"
        case .notAuthorized: "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n"
        default: nil
        }
    }

    /// A call that is refused with this error.
    private func provoke(_ code: Refusal.Code, _ center: UNUserNotificationCenter, _ folder: String) async throws {
        switch code {
        case .invalidRequest: try await center.add(request("belfry.tea", in: 86_400))
        case .invalidTrigger:
            var past = DateComponents()
            (past.year, past.month, past.day) = (2001, 1, 1)
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            try await center.add(
                UNNotificationRequest(
                    identifier: "tea", content: content,
                    trigger: UNCalendarNotificationTrigger(dateMatching: past, repeats: false)))
        case .invalidAttachment:
            // A picture by its name alone: only the agent reads its contents.
            let file = URL(filePath: folder + "/files/tea.png")
            try Data("tea".utf8).write(to: file)
            let attachment = try UNNotificationAttachment(identifier: "", url: file)
            try await center.add(request("tea", in: 86_400) { $0.attachments = [attachment] })
        case .contentTooLarge:
            try await center.add(request("tea", in: 86_400) { $0.body = String(repeating: "x", count: 100_000) })
        case .tooManyRequests, .notAuthorized, .storeUnavailable: try await center.add(request("tea", in: 86_400))
        case .noSuchRequest: try await center.snoozeNotificationRequest(withIdentifier: "tea", for: 60)
        case .serverUnavailable: try await center.add(request("tea"), waitsForServer: false)
        }
    }

    @Test(arguments: Refusal.Code.allCases)
    func `each error has the same name in Swift, and nothing changes`(_ code: Refusal.Code) async throws {
        try await withAgent(configuration: configuration(code)) { agent in
            let center = agent.center()
            if code == .tooManyRequests { try await center.add(request("first", in: 86_400)) }
            if code == .storeUnavailable {
                try await agent.kill()
                try FileManager.default.removeItem(atPath: agent.folders.state + "/belfry")
                try agent.folders.write("", to: agent.folders.state + "/belfry")
                try await agent.start()
            }

            let error = await #expect(throws: UNError.self) {
                try await provoke(code, center, agent.folders.path)
            }

            #expect(
                error?.errorUserInfo["BelfryRefusal"] as? String == code.rawValue,
                "\(error?.localizedDescription ?? "")")
            #expect(error?.localizedDescription.isEmpty == false)
            guard code != .storeUnavailable else { return }
            let pending = await center.pendingNotificationRequests()
            #expect(pending.map(\.identifier) == (code == .tooManyRequests ? ["first"] : []))
            #expect(await center.deliveredNotifications().isEmpty)
        }
    }

    @Test func `two errors are possible only with methods that Apple lacks`() async throws {
        try await withAgent { agent in
            let center = agent.center()
            // Apple's method waits for a server, and removing an unknown request is no error.
            try await center.add(request("tea"))
            try await center.add(request("coffee"), waitsForServer: true)
            center.removePendingNotificationRequests(withIdentifiers: ["cake"])
            center.removeDeliveredNotifications(withIdentifiers: ["cake"])
            let delivered = await center.deliveredNotifications()
            #expect(Set(delivered.map(\.request.identifier)) == ["tea", "coffee"])
        }
    }
}
