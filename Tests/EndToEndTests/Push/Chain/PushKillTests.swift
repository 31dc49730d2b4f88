// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// Messages go the whole way, from a provider to the screen, while its parts are killed and started again.
///
/// The provider encrypts and posts as `belfry-push` does; nginx with nchan and the shipped configuration has the
/// messages; `belfry-distributor`, `belfryd` and the bus are real programs; the notification server can vanish and come
/// back. There are three runs: agent, distributor and notification server die; nginx as well, with Redis behind it; the
/// bus as well, with everybody on it. The promises:
///
/// 1. A message that the push server has accepted is shown.
/// 2. It is shown once on each notification server. Another server may show it again, because what was lost with a
///    server is shown by the next one: this is the rule of local notifications, too. An agent may redraw a notification
///    of an earlier agent in its place, on a server that sends signals only to the program that called it.
///
/// There is one window, that of local notifications: an agent that dies between `Notify` and the commit of the server's
/// number leaves the next agent without a proof that the notification was shown, so it is shown again (`CrashFuzzTests`,
/// promise 2). These cases are counted. The agent's log tells them from others: it gets its entry `shown` in the
/// transaction of the number.
///
/// A provider that gets no answer, because nginx has died, can't know whether its message was stored, and posts it
/// again. That opens no window as long as the agent can recognize the message: by the payload's `apns.id`, or, without
/// one, if the same encrypted bytes are posted again. A payload without `apns.id` that is encrypted anew is another
/// message, and would be shown twice. Without Redis, a message that is in nginx's memory dies with nginx.
///
/// `BELFRY_PUSHES` sets the number of messages of all runs together, `BELFRY_SEED` the random choices (``PushWay``).
@Suite struct PushKillTests {
    private static let messages = ProcessInfo.processInfo.environment["BELFRY_PUSHES"].flatMap(Int.init) ?? 100
    /// Whether every event is printed: `BELFRY_STORY` is set.
    private static let isTold = ProcessInfo.processInfo.environment["BELFRY_STORY"] != nil
    /// The folder into which the folders of failed runs are copied, for their analysis.
    private static let morgue = ProcessInfo.processInfo.environment["BELFRY_MORGUE"]

    @Test(arguments: PushRun.Kind.allCases)
    func `every message is shown once while the parts of its way are killed`(kind: PushRun.Kind) async throws {
        guard NchanServer.isInstalled else {
            try Test.cancel("NOT TESTED HERE: remote notifications whose parts are killed. nginx or Redis is missing.")
        }
        let number = Int(kind.number)
        let total = Self.messages * (number + 1) / 3 - Self.messages * number / 3
        let folders = try AgentFolders(inMemory: true)
        defer { try? FileManager.default.removeItem(atPath: folders.path) }
        try folders.configure("[flood]\nburst = 0\n")
        try await withNchanServers(withRedis: kind == .nginx) { servers in
            try await withPushSender { sender in
                let run = try PushRun(kind, total: total, folders: folders, nchan: servers[0], sender: sender)
                let figures = try await run.figures()
                print(figures.line("\(kind), seed \(SeededGenerator.seed)"))
                let verdict = figures.verdict
                let hasFailed = !(verdict.lost + verdict.doubled + verdict.strange).isEmpty
                if Self.isTold || hasFailed {
                    print((figures.story + run.screen.showings.map { "\($0)" }).joined(separator: "\n"))
                }
                if hasFailed, let morgue = Self.morgue {
                    try FileManager.default.copyItem(
                        atPath: folders.path, toPath: "\(morgue)/\(SeededGenerator.seed)-\(kind)")
                }
                #expect(verdict.lost == [], "seed \(SeededGenerator.seed)")
                #expect(verdict.doubled == [], "seed \(SeededGenerator.seed)")
                #expect(verdict.strange == [])
                #expect(figures.messages == total + 1)
                #expect(Set(figures.kills.keys) == Set(kind.parts) || total < 20)
            }
        }
    }
}
