// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import NotificationServer
import TestSupport
import Testing

/// `packaging/examples/Push`: programs that have exited are started for a push and for its answer.
@Suite struct PushExampleTests {
    private static let examples = Checkout.root + "packaging/examples/Push/"
    /// The virtual environment with pywebpush, made by `packaging/python-oracles`.
    private static let webPush = Checkout.root + ".build-python/bin/python3"

    /// Installs a receiver with its own script, and redirects its output into a file.
    private static func install(_ id: String, _ options: [String], in folders: AgentFolders) throws {
        let prefix = folders.path + "/home/.local"
        var status: Int32 = 0
        waitpid(try spawn([examples + "install", "--prefix", prefix] + options), &status, 0)
        #expect(status == 0)
        let output = try folders.file("output", [])
        let wrapper = try folders.file("run", "#!/bin/sh\n\"$@\" >> \(output) 2>&1\necho ended >> \(output)\n".utf8)
        for (source, target) in [
            ("applications/\(id).desktop", folders.applications), ("dbus-1/services/\(id).service", folders.services),
        ] {
            let text = try #require(folders.text(of: "\(prefix)/share/\(source)"))
            let name = source.split(separator: "/").last.map(String.init) ?? ""
            try folders.write(text.replacing("\nExec=", with: "\nExec=/bin/sh \(wrapper) "), to: "\(target)/\(name)")
        }
    }

    private func output(_ agent: TestAgent) -> String {
        agent.folders.text(of: agent.folders.path + "/files/output") ?? ""
    }

    /// The parts between a provider and the agent.
    enum Way: CaseIterable, Sendable {
        /// A push server and a distributor that belong to the test.
        case scripted
        /// nginx with nchan, and `belfry-distributor`.
        case real
    }

    /// An agent that starts the receiver by the bus, and the way from a push server to it; the body's last argument
    /// brings the first message to the agent, which real programs do by themselves.
    private func withReceiver(
        _ id: String, _ options: [String], _ way: Way,
        _ body: (TestAgent, ScriptedServer, _ forward: () async throws -> Void) async throws -> Void
    ) async throws {
        func withAgentAndServer(_ body: (TestAgent, ScriptedServer) async throws -> Void) async throws {
            try await withAgent(activates: true, prepare: { try Self.install(id, options, in: $0) }) { agent in
                try await withScriptedServer(on: agent.bus) { try await body(agent, $0) }
            }
        }
        switch way {
        case .scripted:
            try await withPushServer { pushServer in
                try await withAgentAndServer { agent, server in
                    let chain = try await PushChain(pushServer, of: agent)
                    try await body(agent, server) { try await chain.forward() }
                }
            }
        case .real:
            guard NchanServer.isInstalled else {
                try Test.cancel("NOT TESTED HERE: the examples of remote notifications with nginx. It is missing.")
            }
            try await withNchanServers { servers in
                try await withAgentAndServer { agent, server in
                    try await withDistributor(of: agent, posted: servers[0]) { _ in try await body(agent, server) {} }
                }
            }
        }
    }

    /// Runs a receiver's registration as a person does; returns the file with its subscription.
    private func register(_ program: String, _ agent: TestAgent) async throws -> String {
        let registered = try await Stranger.run(
            agent.folders.path + "/home/.local/lib/" + program, "register", on: agent.bus)
        #expect(registered.status == 0, "\(registered)")
        return try agent.folders.file("subscription.json", (registered.output + "\n").utf8)
    }

    @Test(arguments: ["provider.py", "provider.sh"], Way.allCases)
    func `a Python program that has exited is started for its push's response and gets it`(
        provider: String, way: Way
    ) async throws {
        let isPython = provider.hasSuffix("py")
        if isPython, !FileManager.default.isExecutableFile(atPath: Self.webPush) {
            try Test.cancel("NOT TESTED HERE: the example with pywebpush")
        }
        try await withReceiver("org.example.Mail", [], way) { agent, server, forward in
            let events = try await AgentEvents(of: agent)
            let subscription = try await register("org.example.Mail/receiver.py", agent)
            #expect(output(agent).isEmpty, "It has ended, and nothing has started it.")
            let folder = try TestAgent.program("belfry-push").split(separator: "/").dropLast().joined(separator: "/")
            let words =
                isPython
                ? [Self.webPush, Self.examples + provider, subscription, "Ann has written"]
                : ["/bin/sh", Self.examples + provider, subscription, "true"]
            let sent = try await Stranger.run(
                words[0], Array(words.dropFirst()), on: "", environment: ["PATH": "/\(folder):/usr/bin:/bin"])
            #expect(sent.status == 0, "\(sent)")
            try await forward()

            let shown = try await server.nextNotification()
            #expect(shown.summary == (isPython ? "Ann has written" : "true is done"))
            #expect(shown.appName == "Mail")
            await server.press(isPython ? shown.key(of: "Mark as read") : "default", on: shown)

            let answer = isPython ? "Ann: read\n" : "somebody: com.apple.UNNotificationDefaultActionIdentifier\n"
            try await events.next("acknowledged", of: isPython ? "lunch" : nil)
            try await withDeadline {
                while output(agent) != answer + "ended\n" { try await yieldUntilDeadline() }
            }
            #expect(try await agent.proxy("org.example.Mail").status()["responses"]?.int == 0)
        }
    }

    @Test func `a provider in the shell removes a subscription that has ended`() async throws {
        try await withPushServer { pushServer in
            try await withAgent { agent in
                let chain = try await PushChain(pushServer, of: agent, path: "gone")
                let gone = try await agent.registered()["subscription"]?.string ?? ""
                let kept = gone.replacing("/gone/", with: "/ok/")
                let file = try agent.folders.file("subscriptions", "\(kept)\n\(gone)\n\(kept)\n".utf8)
                let folder = try TestAgent.program("belfry-push").split(separator: "/").dropLast().joined(
                    separator: "/")
                let sent = try await Stranger.run(
                    "/bin/sh", Self.examples + "provider.sh", file, "false", on: "",
                    environment: ["PATH": "/\(folder):/usr/bin:/bin"])
                // The provider ends as its command does.
                #expect(sent.status == 1, "\(sent)")
                #expect(agent.folders.text(of: file) == "\(kept)\n\(kept)\n", "\(sent)")
                try await chain.distributor.push(#"{"aps":{"alert":"x"}}"#, to: ["subscription": .string(gone)])
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `a Swift program that has exited is started by a push, and again for the answer`(way: Way) async throws {
        let binary = try TestAgent.program("Letterbox")
        try await withReceiver("org.example.Letterbox", ["--swift", "--binary", binary], way) {
            agent, server, forward in
            let events = try await AgentEvents(of: agent)
            let subscription = try await register("org.example.Letterbox/Letterbox", agent)
            let payload = try agent.folders.file(
                "payload.json", #"{"aps":{"content-available":1},"letters":3}"#.utf8)
            let sent = try await Stranger.run(
                TestAgent.program("belfry-push"), "send", "--subscription", subscription, "--payload", payload,
                "--background", on: "")
            #expect(sent.status == 0, "\(sent)")
            try await forward()

            let shown = try await server.nextNotification()
            #expect(shown.summary == "3 letters have come")
            // The program ends by itself, and its next run gets the answer.
            let first = "woken for 3 letters\nended\n"
            try await withDeadline { while !output(agent).hasSuffix(first) { try await yieldUntilDeadline() } }
            await server.press(shown.key(of: "Read"), on: shown)
            try await events.next("acknowledged", of: "letters")
            let second = "open on its own notification\nended\n"
            try await withDeadline { while !output(agent).hasSuffix(first + second) { try await yieldUntilDeadline() } }
        }
    }
}
