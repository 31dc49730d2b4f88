// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import AgentPrograms
import AgentRules
import EventLoop
import FoundationEssentials
import Logging
import Subprocess

/// Plays sounds, where the server plays none: a few at once, and one for a burst.
actor Sounds {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var playing: [Int: Task<Void, Never>] = [:]
    private var count = 0
    /// When one was last begun, of the critical ones and of the others.
    private var last: [Bool: ContinuousClock.Instant] = [:]
    private var settings = DesktopSounds()
    private var settingsRead: ContinuousClock.Instant?
    private var reading: Task<DesktopSounds, Never>?

    /// How many at once.
    private static let limit = 3
    /// What comes so soon after another is of one burst with it.
    private static let burst = Duration.seconds(1)
    /// How long one may be; Apple's limit.
    private static let length = Duration.seconds(30)
    /// How long what the desktop was set to is taken as it is.
    private static let freshness = Duration.seconds(60)

    init(on loop: EventLoop) { self.loop = loop }

    /// What decides about sounds now.
    func planner(_ rules: SoundRules) async -> SoundPlanner {
        let isOld = settingsRead.map { ContinuousClock.now - $0 > Self.freshness } ?? true
        if isOld, reading == nil {
            reading = Task {
                let read = await DesktopSounds.read()
                settings = read
                settingsRead = .now
                reading = nil
                return read
            }
        }
        // Waited for once only: then what was true a minute ago will do.
        guard settingsRead == nil, let first = reading else { return SoundPlanner(rules: rules, desktop: settings) }
        return SoundPlanner(rules: rules, desktop: await first.value)
    }

    /// Plays a file, unless it is one too many, or `isQuiet` by the time it could begin.
    ///
    /// - Parameters:
    ///   - file: Its path.
    ///   - volume: From 0 to 1; nil is as loud as everything is.
    ///   - isCritical: Plays in spite of Do Not Disturb, and of a burst of others.
    ///   - rules: The person's.
    ///   - isQuiet: Is asked whether the desktop is not to disturb; not for a critical one.
    ///   - failed: Is told why it could not be played.
    func play(
        _ file: String, volume: Double?, isCritical: Bool, with rules: SoundRules,
        isQuiet: @escaping @Sendable () async -> Bool, failed: @escaping @Sendable (String) async -> Void
    ) {
        let now = ContinuousClock.now
        let isBurst = last[isCritical].map { now - $0 < Self.burst } ?? false
        guard volume != 0, playing.count < Self.limit, !isBurst else { return }
        last[isCritical] = now
        count += 1
        playing[count] = Task { [number = count] in
            defer { playing[number] = nil }
            if !isCritical, await isQuiet() { return }
            let kind = SoundFile.kind(of: file)
            var problem: String? = "no player"
            for player in SoundPlayer.all(rules, for: kind, in: SoundPlayer.folders) {
                problem = await Self.run(player, file, volume ?? 1)
                if problem == nil || Task.isCancelled { return }
            }
            if let problem { await failed(problem) }
        }
    }

    /// Ends what plays.
    func stop() async {
        for task in playing.values { task.cancel() }
        for task in playing.values { await task.value }
    }

    /// Why it was not played; nil where it was, or went on for too long.
    private static func run(_ player: SoundPlayer, _ file: String, _ volume: Double) async -> String? {
        let name = player.program.split(separator: "/").last.map(String.init) ?? player.program
        return await TimeLimit.result(within: length) {
            do {
                let status = try await start(player, file, volume)
                return status.isSuccess || Task.isCancelled ? nil : "\(name) failed"
            } catch {
                return Task.isCancelled ? nil : "\(name) could not be started"
            }
        }
    }

    private static func start(_ player: SoundPlayer, _ file: String, _ volume: Double) async throws -> TerminationStatus
    {
        let call = ProgramCall(words: [player.program] + player.arguments(for: file, volume: volume))
        return try await call.run().status
    }
}
