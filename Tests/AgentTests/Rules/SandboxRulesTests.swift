// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
@testable import AgentInbox
import DBus
@testable import DesktopPresentation
import NotificationModel
import Testing

/// What a sandboxed program may put into a request, and what only a host program may.
@Suite struct SandboxRulesTests {
    private func request(_ change: (inout Request) -> Void) -> Request {
        var request = Request(identifier: "tea", content: Content(title: "Tea"))
        change(&request)
        return request
    }

    private func refusal(_ request: Request, isSandboxed: Bool = true) -> BusError? {
        do {
            try SandboxRules.check(request, from: Caller(connection: ":1.7", app: "a", isSandboxed: isSandboxed))
            return nil
        } catch {
            return error
        }
    }

    @Test func `commands, paths and other applications are for host programs only`() {
        let requests = [
            ("on", request { $0.responsePlan.commands = ["any": .shell("true")] }),
            ("icon", request { $0.display.icon = "/etc/passwd" }),
            ("attachments", request { $0.content.attachments = [Attachment(identifier: "a", url: "/etc/passwd")] }),
            ("sound", request { $0.content.sound = Sound(name: "/etc/passwd") }),
            ("sound", request { $0.content.sound = Sound(name: "file:///etc/passwd") }),
            ("activate", request { $0.responsePlan.opening = .application("org.example.Pot") }),
        ]
        for (key, request) in requests {
            #expect(refusal(request)?.name == "org.freedesktop.DBus.Error.AccessDenied")
            #expect(refusal(request)?.message.hasPrefix("\(key): a is sandboxed") == true)
            #expect(refusal(request, isSandboxed: false) == nil)
        }
    }

    @Test func `R5: a sandboxed program may give no environment and wake no machine`() {
        let requests = [
            ("environment", request { $0.responsePlan.environment = ["LD_PRELOAD": "/tmp/x.so"] }),
            ("wake", request { $0.policy.isWaking = true }),
            ("open", request { $0.responsePlan.opening = .url("mailto:a@b.c?attach=/etc/passwd") }),
            ("open", request { $0.responsePlan.opening = .url("MAILTO:a@b.c?%61ttachment=/etc/passwd") }),
        ]
        for (key, request) in requests {
            #expect(refusal(request)?.name == "org.freedesktop.DBus.Error.AccessDenied")
            #expect(refusal(request)?.message.hasPrefix("\(key): a is sandboxed") == true)
            #expect(refusal(request, isSandboxed: false) == nil)
        }
    }

    @Test(arguments: [
        ("https://example.org", true), ("HTTP://example.org", true), ("mailto:ann@example.org", true),
        ("file:///etc/passwd", false), ("tea:hot", false), ("ssh://example.org", false),
    ])
    func `a sandboxed program may open a web page and a mail, and nothing else`(url: String, isAllowed: Bool) {
        let request = request { $0.responsePlan.opening = .url(url) }
        #expect((refusal(request) == nil) == isAllowed)
        #expect(refusal(request, isSandboxed: false) == nil)
    }

    @Test func `C5, C6: a sandboxed program is shown with its own name and icon, whatever it gives`() {
        let given = request {
            $0.display.isAsGiven = true
            $0.display.isMarkup = true
            $0.display.replacesNumber = 7
            $0.display.icon = ""
            $0.content.body = #"<b>x</b><img src="/etc/passwd" alt="y"/><a href="file:///">z</a>"#
            $0.display.hints = [
                "desktop-entry": .string("evil"), "image-path": .string("/etc/passwd"), "sound-file": .string("/x"),
                "x-canonical-private-synchronous": .string("other"), "value": .integer(7),
            ]
        }
        let caller = Caller(connection: ":1.7", app: "a", isSandboxed: true)
        let (kept, degraded) = SandboxRules.withoutDisguise(given, from: caller) { _ in true }
        #expect(!kept.display.isAsGiven && kept.display.replacesNumber == 0 && kept.display.icon == nil)
        #expect(kept.content.body == "<b>x</b>yz")
        #expect(degraded.contains("asGiven") && degraded.contains("hint:image-path"))
        #expect(HintList.passed(of: kept.display) == ["value": .int32(7)])

        let host = Caller(connection: ":1.7", app: "a", isSandboxed: false)
        #expect(SandboxRules.withoutDisguise(given, from: host, isInstalled: { _ in true }).request == given)
    }
}
