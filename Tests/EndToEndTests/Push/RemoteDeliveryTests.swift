// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import NotificationServer
import TestSupport
import Testing

/// Messages that come while the agent ends, starts, is replaced or has no store; and senders that may not send.
@Suite struct RemoteDeliveryTests {
    private func alert(_ title: String) -> String { #"{"aps":{"alert":{"title":"\#(title)","body":"Body"}}}"# }

    /// Sends messages one after another, each again until it is acknowledged, as a distributor does.
    private func send(
        _ count: Int, to registration: [String: Value], _ distributor: ScriptedDistributor,
        between: (Int) async throws -> Void
    ) async throws {
        for number in 1...count {
            let message = try distributor.encrypted(
                alert("m\(number)"), for: registration["subscription"]?.string ?? "")
            let token = distributor.token(of: registration)
            try await withDeadline {
                let id = "id \(number)"
                while (try? await distributor.send(message, token: token, id: id))?["id"]?.string != id {
                    try await yieldUntilDeadline()
                }
            }
            try await between(number)
        }
    }

    /// Expects each message to be on the screen once, in order.
    private func expect(_ count: Int, on server: ScriptedServer) async throws {
        var shown: [String] = []
        while shown.count < count { shown.append(try await server.nextNotification().summary) }
        #expect(Set(shown) == Set((1...count).map { "m\($0)" }), "\(shown)")
        #expect(shown.count == Set(shown).count, "\(shown)")
    }

    @Test func `no message is lost and none is shown twice while the agent is killed`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0\n") { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            var shown: [String] = []
            try await send(24, to: registration, distributor) { number in
                // What is acknowledged is on disk. The notification is waited for, because an agent that is killed
                // between Notify and its reply shows the notification again, which is the documented window.
                shown.append(try await server.nextNotification().summary)
                if number.isMultiple(of: 6) {
                    try await withDeadline {
                        while try await agent.deliveredStates().values.contains("presenting") {
                            try await yieldUntilDeadline()
                        }
                    }
                    try await agent.kill()
                    try await agent.start()
                }
            }
            #expect(shown == (1...24).map { "m\($0)" })
        }
    }

    // The next agent waited for the former one, which waited for a distributor, which waited for the next agent.
    @Test func `no message is lost and none is shown twice while agents replace one another`() async throws {
        try await withAgentAndServer(configuration: "[flood]\nburst = 0\n") { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            var processes: [AgentProcess] = []
            try await send(24, to: registration, distributor) { number in
                guard number.isMultiple(of: 8) else { return }
                let log = agent.folders.path + "/next\(number).log"
                processes.append(try agent.another(["--replace"], log: log))
            }
            try await expect(24, on: server)
            for process in processes {
                process.send(9)
                _ = try await process.end()
            }
        }
    }

    @Test func `an agent that waits for its store answers a message with an error, and takes it later`() async throws {
        try await withAgentAndServer { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            let message = try distributor.encrypted(alert("m1"), for: registration["subscription"]?.string ?? "")
            try await agent.kill()
            try await agent.whileStoreIsLocked {
                try await agent.start()
                let error = await #expect(throws: BusError.self) {
                    try await distributor.send(message, token: distributor.token(of: registration))
                }
                #expect(error?.name == "org.belfry.Error.StoreUnavailable")
            }
            try await send(1, to: registration, distributor) { _ in }
            #expect(try await server.nextNotification().summary == "m1")
        }
    }

    @Test(arguments: Confinement.known.filter(\.isSandboxed))
    func `a sandboxed program may not send`(kind: Confinement) async throws {
        try await withAgent { agent in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await withConfinedBus(kind, on: agent.bus) { bus in
                let connection = try Connection(to: .at(bus.address), on: agent.loop)
                for member in ["Message", "NewEndpoint", "Unregistered"] {
                    let error = await #expect(throws: BusError.self) {
                        try await distributor.call(
                            member,
                            [
                                "token": .string(distributor.token(of: registration)), "message": .bytes([1]),
                                "endpoint": .string("https://evil.example.org"),
                            ], on: connection)
                    }
                    #expect(error?.name == "org.freedesktop.DBus.Error.AccessDenied", "\(error as Any)")
                }
                await connection.close()
            }
            let rows = try await agent.proxy().remoteRegistrations()
            #expect(rows.first?["endpoint"]?.string == registration["endpoint"]?.string)
        }
    }

    @Test(arguments: ["gettext", "strings"])
    func `an alert's keys are shown in the person's language`(form: String) async throws {
        try await withAgentAndServer(
            environment: ["LANGUAGE": "pt_BR", "LC_ALL": "", "LANG": "pt_BR.UTF-8"],
            prepare: { folders in
                let key = form == "gettext" ? "" : "X-Belfry-Localizations=\(folders.path)/files\n"
                try folders.write(
                    "[Desktop Entry]\nType=Application\nName=App\nExec=/bin/true\n"
                        + "X-Belfry-Gettext-Domain=chat\n" + key,
                    to: folders.applications + "/\(TestAgent.app).desktop")
                // Apple's names of languages have a hyphen, gettext's have an underscore.
                let table = folders.path + "/files/pt-BR.lproj"
                let catalog = folders.data + "/locale/pt_BR/LC_MESSAGES"
                for folder in [table, catalog] {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                }
                if form == "strings" {
                    try folders.write(#""FROM" = "Mensagem de %1$@ (%2$d)";"#, to: table + "/Localizable.strings")
                } else {
                    let catalogue = GettextCatalog(["FROM": "Mensagem de %1$@ (%2$d)"])
                    try Data(catalogue.bytes).write(to: URL(filePath: catalog + "/chat.mo"))
                }
            }
        ) { agent, server in
            let distributor = try await ScriptedDistributor(of: agent)
            let registration = try await agent.registered()
            try await distributor.push(
                #"{"aps":{"alert":{"title-loc-key":"FROM","title-loc-args":["Ann",2],"loc-key":"UNKNOWN"}}}"#,
                to: registration)
            let shown = try await server.nextNotification()
            #expect(shown.summary == "Mensagem de Ann (2)")
            #expect(shown.body == "UNKNOWN")
        }
    }
}

/// A compiled catalogue, in the format of gettext's manual.
private struct GettextCatalog {
    let bytes: [UInt8]

    init(_ messages: [String: String]) {
        let all = [("", "Content-Type: text/plain; charset=UTF-8\n")] + messages.sorted { $0.key < $1.key }
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
        let start = 28 + all.count * 16
        var (originals, translations, text): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for (key, value) in all {
            originals += number(key.utf8.count) + number(start + text.count)
            text += Array(key.utf8) + [0]
            translations += number(value.utf8.count) + number(start + text.count)
            text += Array(value.utf8) + [0]
        }
        bytes =
            number(0x9504_12de) + number(0) + number(all.count) + number(28) + number(28 + all.count * 8)
            + number(0) + number(0) + originals + translations + text
    }
}
