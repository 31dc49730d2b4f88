// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import AgentPrograms
import AgentRules
import FoundationEssentials
import Glibc

struct SoundPlayer: Hashable, Sendable {
    /// Description of the way in which the agent plays sounds, for `belfry doctor`.
    struct Description: Hashable, Sendable {
        /// The path of the program that plays sounds; nil if no player is installed, or the person wants no sounds.
        var program: String?
        var theme: String
        /// Whether both `[sound]` of `config.toml` and the desktop's settings allow the agent to play sounds.
        var isEnabled: Bool
    }

    let program: String
    /// Arguments of the program, with ``SoundRules/placeholders``.
    let arguments: [String]
    /// The kinds of sound files that the program plays; nil if it plays all kinds.
    var kinds: Set<SoundFile>?

    var hasVolume: Bool { arguments.contains { word in ["%v", "%p", "%n", "%d"].contains { word.contains($0) } } }

    /// Sound players in the order in which they are looked for; the last two can't set the volume.
    private static let known: [SoundPlayer] = [
        SoundPlayer(program: "pw-play", arguments: ["--volume=%v", "%f"]),
        SoundPlayer(program: "paplay", arguments: ["--volume=%n", "%f"]),
        SoundPlayer(program: "canberra-gtk-play", arguments: ["--volume=%d", "--file=%f"]),
        SoundPlayer(
            program: "ffplay", arguments: ["-nodisp", "-autoexit", "-loglevel", "quiet", "-volume", "%p", "%f"]),
        SoundPlayer(
            program: "mpv", arguments: ["--no-config", "--no-video", "--no-terminal", "--volume=%p", "--", "%f"]),
        SoundPlayer(program: "ogg123", arguments: ["--quiet", "%f"], kinds: [.ogg, .flac]),
        SoundPlayer(program: "aplay", arguments: ["--quiet", "%f"], kinds: [.wav]),
    ]

    /// Returns the player that the person names, or else the first known player that is installed and plays `kind`.
    ///
    /// - Parameters:
    ///   - rules: The person's sound settings.
    ///   - kind: The kind of the sound file; nil for any kind.
    ///   - folders: Folders with programs, as in `PATH`.
    /// - Returns: The player; nil if no such player is installed, or the person wants no sounds.
    static func installed(_ rules: SoundRules, for kind: SoundFile? = nil, in folders: String) -> SoundPlayer? {
        all(rules, for: kind, in: folders).first
    }

    /// Returns all installed players of `kind`, in order: the first may fail, as PipeWire's does without PipeWire.
    static func all(_ rules: SoundRules, for kind: SoundFile? = nil, in folders: String) -> [SoundPlayer] {
        guard rules.isEnabled else { return [] }
        let candidates = rules.player.map { [SoundPlayer(program: $0[0], arguments: Array($0.dropFirst()))] } ?? known
        return candidates.compactMap { candidate in
            if let kind, let kinds = candidate.kinds, !kinds.contains(kind) { return nil }
            guard let path = ProgramPath.find(candidate.program, in: folders) else { return nil }
            return SoundPlayer(program: path, arguments: candidate.arguments, kinds: candidate.kinds)
        }
    }

    /// Folders in which sound players are looked for: `$BELFRY_SOUND_PATH`, or else `$PATH`.
    static var folders: String { getenv("BELFRY_SOUND_PATH").map { String(cString: $0) } ?? ProgramPath.inherited }

    /// Returns the player's arguments for a sound file, at a volume from 0 to 1.
    func arguments(for file: String, volume: Double) -> [String] {
        let volume = min(max(volume, 0), 1)
        let percent = Int((volume * 100).rounded())
        let hundredths = percent % 100
        let values = [
            "%v": "\(percent / 100).\(hundredths < 10 ? "0" : "")\(hundredths)", "%p": "\(percent)",
            "%n": "\(Int((volume * 65536).rounded()))", "%d": "\(Int((20 * log10(max(volume, 0.001))).rounded()))",
        ]
        return arguments.map { word in
            // The file's name is filled in last, so that text in it that looks like a placeholder stays.
            values.reduce(word) { $0.replacing($1.key, with: $1.value) }.replacing("%f", with: file)
        }
    }
}
