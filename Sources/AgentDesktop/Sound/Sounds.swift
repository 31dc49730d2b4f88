// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import AgentPrograms
import AgentRules
import EventLoop
import FoundationEssentials
import Logging
import Subprocess

/// Plays sounds that the notification server does not play: a few at once, and one for a burst of notifications.
actor Sounds: LoopActor {
    nonisolated let loop: EventLoop

    private var playing: [Int: Task<Void, Never>] = [:]
    private var count = 0
    /// Start of the last critical sound (key true), and of the last other sound.
    private var last: [Bool: ContinuousClock.Instant] = [:]
    private var settings = DesktopSounds()
    private var settingsRead: ContinuousClock.Instant?
    private var reading: Task<DesktopSounds, Never>?

    /// Largest number of sounds that play at once.
    private static let limit = 3
    /// Time after a sound in which further sounds belong to the same burst, and are not played.
    private static let burst = Duration.seconds(1)
    /// Time after which a sound is ended, the same as on Apple's systems.
    private static let length = Duration.seconds(30)
    /// Time for which the desktop's sound settings are used before they are read again.
    private static let freshness = Duration.seconds(60)

    init(on loop: EventLoop) { self.loop = loop }

    /// Returns a planner with the desktop's present settings.
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
        // The call waits only for the first read of the settings; during further reads, the former settings are used.
        guard settingsRead == nil, let first = reading else { return SoundPlanner(rules: rules, desktop: settings) }
        return SoundPlanner(rules: rules, desktop: await first.value)
    }

    /// Plays a sound file, unless too many sounds play, the sound belongs to a burst, or `isQuiet` returns true.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - volume: From 0 to 1; nil is the usual volume.
    ///   - isCritical: Whether the sound plays despite Do Not Disturb, and in a burst of sounds that are not critical.
    ///   - rules: The person's sound settings.
    ///   - isQuiet: Returns whether Do Not Disturb is on; the closure is not called for a critical sound.
    ///   - failed: Called with the reason if the file could not be played.
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
            var problem: String? = "no sound player is installed"
            for player in SoundPlayer.all(rules, for: kind, in: SoundPlayer.folders) {
                problem = await Self.run(player, file, volume ?? 1)
                if problem == nil || Task.isCancelled { return }
            }
            if let problem { await failed(problem) }
        }
    }

    /// Ends all sounds that are playing.
    func stop() async {
        for task in playing.values { task.cancel() }
        for task in playing.values { await task.value }
    }

    /// Plays a sound file; returns the reason of a failure, or nil if the sound was played, or ended at the time limit.
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
