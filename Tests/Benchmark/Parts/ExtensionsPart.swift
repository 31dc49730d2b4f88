// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Foundation
import TestSupport
import WebPush

/// Measures how much later a push with `mutable-content` arrives than the same push without it.
///
/// The extensions are the examples in the shell and in Swift, and one in Python; each has an application of its own. The
/// configuration requires bubblewrap, so an extension that can't run in it shows the original, which is noticed.
struct ExtensionsPart {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    /// A service extension, its application, and a text that is in each notification that it has rewritten.
    private struct Example {
        let name: String
        let program: String
        let mark: String
        var aim = ""

        var app: String { "org.belfry.bench.\(name)" }
    }

    /// The registration of an application, and its pushes.
    private struct Channel {
        let stage: Stage
        let distributor: ScriptedDistributor
        let registration: [String: Value]

        /// Pushes once, and returns the seconds until `Notify`.
        func push(_ title: String, mutable: Bool, mark: String) async throws -> Double {
            let flag = mutable ? #","mutable-content":1"# : ""
            let payload = #"{"aps":{"alert":{"title":"\#(title)","body":"Lunch at one?"}\#(flag)}}"#
            let message = try distributor.encrypted(payload, for: registration["subscription"]?.string ?? "")
            let shown = stage.server.count
            let sent = Stopwatch.seconds(AlarmSource.now(.realtime))
            try await distributor.send(message, token: distributor.token(of: registration))
            try await stage.server.wait(for: shown + 1)
            let last = stage.server.last
            guard let arrival = stage.server.date(of: last.title), last.title.hasPrefix(title),
                "\(last.title) \(last.body)".contains(mark) == mutable
            else { throw MeasurementError("the notification came as \"\(last.title)\" with the body \"\(last.body)\"") }
            // Work after `Notify`, such as the removal of the run's folder, must not run into the next push.
            try await stage.settle()
            return arrival - sent
        }
    }

    func measure(on loop: EventLoop) async throws -> [TableRow] {
        try await Stage.with(on: loop) { stage in
            let examples = try Self.examples(in: stage.folder)
            for example in examples { try Self.declare(example, in: stage.folder) }
            let configuration = "[flood]\nburst = 0\n[extensions]\nsandbox = \"required\"\n"
            try Data(configuration.utf8).write(to: URL(filePath: "\(stage.folder)/config/belfry/config.toml"))
            let distributor = try await ScriptedDistributor(
                "bench", on: try Connection(to: .at(stage.address), on: loop))
            let result = try await stage.withAgent { _, _ in
                try await rows(of: examples, stage, distributor)
            }
            await distributor.leave()
            return result
        }
    }

    private func rows(
        of examples: [Example], _ stage: Stage, _ distributor: ScriptedDistributor
    ) async throws -> [TableRow] {
        var channels: [Channel] = []
        for example in examples {
            let agent = AgentProxy(on: stage.client, app: example.app)
            channels.append(
                Channel(
                    stage: stage, distributor: distributor,
                    registration: try await agent.registerForRemoteNotifications([:], wait: 20)))
        }
        var (with, without) = (examples.map { _ in Samples() }, examples.map { _ in Samples() })
        // The first pushes find the sandbox and warm the caches.
        for number in -3..<effort.rewritten {
            for (index, example) in examples.enumerated() {
                let (title, channel) = ("\(example.name)-\(number + 3)", channels[index])
                let one = try await channel.push("plain-\(title)", mutable: false, mark: example.mark)
                let other = try await channel.push("mutable-\(title)", mutable: true, mark: example.mark)
                guard number >= 0 else { continue }
                without[index].add(one)
                with[index].add(other)
            }
        }
        return examples.enumerated().map { index, example in
            let added = with[index].median - without[index].median
            return TableRow(
                example.name, with[index].median,
                against: "without mutable-content; it adds \(TableRow.milliseconds(added))", without[index].median,
                aim: example.aim,
                format: TableRow.milliseconds)
        }
    }

    private static func examples(in folder: String) throws -> [Example] {
        let python = "\(folder)/extension.py"
        let text = """
            #!/usr/bin/python3
            import json, sys
            title = json.loads(sys.stdin.readline())["content"]["title"]
            print(json.dumps({"v": 1, "content": {"title": title + " [Python]"}}), flush=True)

            """
        try Data(text.utf8).write(to: URL(filePath: python))
        guard chmod(python, 0o755) == 0 else { throw MeasurementError("\(python) can't be made executable") }
        var examples = [
            Example(
                name: "shell", program: Checkout.root + "packaging/examples/Extensions/add-line",
                mark: "Checked by a script", aim: "40 ms at most")
        ]
        if FileManager.default.isExecutableFile(atPath: Programs.notificationService) {
            examples.append(
                Example(
                    name: "Swift", program: Programs.notificationService, mark: "[modified]", aim: "40 ms at most"))
        }
        return examples + [Example(name: "Python", program: python, mark: "[Python]")]
    }

    private static func declare(_ example: Example, in folder: String) throws {
        let applications = "\(folder)/data/applications"
        try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
        let text = """
            [Desktop Entry]
            Type=Application
            Name=\(example.name)
            Exec=/bin/true

            [X-Belfry Service Extension]
            Exec="\(example.program)"

            """
        try Data(text.utf8).write(to: URL(filePath: "\(applications)/\(example.app).desktop"))
    }
}
