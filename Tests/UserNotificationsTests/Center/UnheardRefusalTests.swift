// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Foundation
import Testing
import TestSupport
import Triggers

@testable import UserNotifications

/// Errors in programs that can't receive them: none of them is lost.
@Suite struct UnheardRefusalTests {
    private static let source = """
        import Foundation
        import UserNotifications

        let center = UNUserNotificationCenter.current()
        func action(_ id: String, _ title: String = "A") -> UNNotificationAction { .init(identifier: id, title: title) }
        func category(_ id: String, _ actions: [UNNotificationAction]) -> UNNotificationCategory {
            .init(identifier: id, actions: actions, intentIdentifiers: [])
        }
        center.setNotificationCategories([
            category("good", [action("a")]), category("plain", []), category("", []),
            category("twice", [action("a"), action("a")]), category("many", (0..<17).map { action("a\\($0)") }),
            category("untitled", [action("a", "")]), category("long", [action("a", String(repeating: "x", count: 2000))]),
        ])
        func request(_ id: String, _ change: (UNMutableNotificationContent) -> Void) -> UNNotificationRequest {
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            change(content)
            return .init(identifier: id, content: content, trigger: nil)
        }
        center.add(request("body") { $0.body = String(repeating: "x", count: 9000) })
        center.add(request("object") { $0.userInfo = ["lock": NSLock()] })
        center.add(request("") { _ in })
        center.add(request("belfry.mine") { _ in })
        center.setBadgeCount(-1)
        center.removePendingNotificationRequests(withIdentifiers: ["nothing"])
        let done = DispatchSemaphore(value: 0)
        center.getNotificationCategories { categories in
            print(categories.map(\\.identifier).sorted().joined(separator: " "))
            done.signal()
        }
        done.wait()
        """

    @Test func `L1: an error without a receiver is on standard error and in the log`() async throws {
        let folder = try TemporaryFolder()
        let program = try await SwiftCompiler(folder: folder.path).build(Self.source, mode: "5")
        try await withAgent { agent in
            let environment = ["DBUS_SESSION_BUS_ADDRESS": agent.bus, "BELFRY_APP": TestAgent.app]
            let result = try await Program.run([program], environment: environment, seconds: 60)

            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "good plain\n")
            let beginnings = [
                "SetCategories: InvalidRequest: a category has an empty identifier",
                "SetCategories \"twice\": InvalidRequest: actions has the identifier \"a\" twice",
                "SetCategories \"many\": ContentTooLarge: actions has 17 actions",
                "SetCategories \"untitled\": InvalidRequest: actions has an action \"a\" with an empty title",
                "SetCategories \"long\": ContentTooLarge: actions.title is 2000 bytes",
                "Add \"body\": ContentTooLarge: body is 9000 bytes", "Add \"object\": ",
                "Add: InvalidRequest: The request's identifier is empty; use a unique one",
                "Add \"belfry.mine\": InvalidRequest: identifier is \"belfry.mine\"", "SetBadgeCount: ",
            ].map { "UserNotifications: " + $0 }
            let lines = result.errors.split(separator: "\n").map(String.init)
            for beginning in beginnings {
                #expect(lines.filter { $0.hasPrefix(beginning) }.count == 1, "\(beginning): \(result.errors)")
            }
            #expect(lines.count == beginnings.count, "\(result.errors)")

            let events = try await agent.proxy().log([:]).filter { $0["kind"]?.string == "unheard" }
            #expect(events.count == beginnings.count)
            let long = events.first { $0["identifier"]?.string == "long" }
            #expect(long?["detail"]?.properties?["error"]?.string == "ContentTooLarge")
            #expect(long?["detail"]?.properties?["method"]?.string == "SetCategories")
            #expect(try await agent.proxy().delivered().isEmpty)
        }
    }

    @Test func `L1: without an agent a lost call is reported once, and a removal is not`() async throws {
        let folder = try TemporaryFolder()
        let source = """
            import UserNotifications
            let content = UNMutableNotificationContent()
            content.title = "Tea"
            UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
            UNUserNotificationCenter.current().add(.init(identifier: "tea", content: content, trigger: nil))
            """
        let program = try await SwiftCompiler(folder: folder.path).build(source)
        let result = try await Program.run(
            [program], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "XDG_STATE_HOME": folder.path])
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("UserNotifications: Add \"tea\": "), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `L3: the error for an empty identifier names Swift's property`() {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        let refusal = #expect(throws: Refusal.self) {
            try CenterQuestion.add(UNNotificationRequest(identifier: "", content: content, trigger: nil))
        }
        #expect(
            refusal?.message == "The request's identifier is empty; use a unique one, such as UUID().uuidString")
    }

    @Test(arguments: [
        ["method": Value.string("Brew"), "error": .string("InvalidRequest"), "message": .string("x")],
        ["method": .string("Add"), "error": .string("not a word"), "message": .string("x")],
        [
            "method": .string("Add"), "error": .string("InvalidRequest"),
            "message": .string(String(repeating: "x", count: 1025)),
        ],
        ["method": .string("Add"), "error": .string("InvalidRequest")], [:],
    ]) func `L1: an invalid note is refused`(_ note: [String: Value]) async throws {
        try await withAgent { agent async throws in
            await #expect(throws: Refusal.self) { try await agent.proxy().noteRefusal(note) }
            #expect(try await agent.proxy().log([:]).isEmpty)
        }
    }
}
