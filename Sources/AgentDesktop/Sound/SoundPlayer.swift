// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import AgentPrograms
import AgentRules
import FoundationEssentials
import Glibc

/// A program that plays a sound's file.
struct SoundPlayer: Hashable, Sendable {
    /// What `belfry doctor` tells of the agent's own sounds.
    struct Description: Hashable, Sendable {
        /// The player's path; nil where none is installed, or the person wants none.
        var program: String?
        var theme: String
        /// Whether the person wants sounds of ours at all: `[sound]` of `config.toml`, and the desktop's switch.
        var isEnabled: Bool
    }

    /// Its path.
    let program: String
    /// Arguments with ``SoundRules/placeholders``.
    let arguments: [String]
    /// What it can play; nil for everything.
    var kinds: Set<SoundFile>?

    /// Whether it can play more or less loudly.
    var hasVolume: Bool { arguments.contains { word in ["%v", "%p", "%n", "%d"].contains { word.contains($0) } } }

    /// Looked for in this order; all but two can set the volume.
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

    /// The player that the person names, else the first known one that is installed and plays such a file.
    ///
    /// - Parameters:
    ///   - rules: The person's.
    ///   - kind: Of the file; nil for any.
    ///   - folders: Where programs are, as in `PATH`.
    /// - Returns: Nil where none is installed, or the person wants none.
    static func installed(_ rules: SoundRules, for kind: SoundFile? = nil, in folders: String) -> SoundPlayer? {
        all(rules, for: kind, in: folders).first
    }

    /// The same, with those to try where it fails: PipeWire's may be there without PipeWire.
    static func all(_ rules: SoundRules, for kind: SoundFile? = nil, in folders: String) -> [SoundPlayer] {
        guard rules.isEnabled else { return [] }
        let candidates =
            rules.player.map { [SoundPlayer(program: $0[0], arguments: Array($0.dropFirst()))] } ?? known
        return candidates.compactMap { candidate in
            if let kind, let kinds = candidate.kinds, !kinds.contains(kind) { return nil }
            guard let path = ProgramPath.find(candidate.program, in: folders) else { return nil }
            return SoundPlayer(program: path, arguments: candidate.arguments, kinds: candidate.kinds)
        }
    }

    /// Where programs are looked for: `$BELFRY_SOUND_PATH`, else `$PATH`.
    static var folders: String {
        getenv("BELFRY_SOUND_PATH").map { String(cString: $0) } ?? ProgramPath.inherited
    }

    /// The arguments for one file at a volume from 0 to 1.
    func arguments(for file: String, volume: Double) -> [String] {
        let volume = min(max(volume, 0), 1)
        let percent = Int((volume * 100).rounded())
        let hundredths = percent % 100
        let values = [
            "%v": "\(percent / 100).\(hundredths < 10 ? "0" : "")\(hundredths)", "%p": "\(percent)",
            "%n": "\(Int((volume * 65536).rounded()))", "%d": "\(Int((20 * log10(max(volume, 0.001))).rounded()))",
        ]
        return arguments.map { word in
            // The file's name last: what looks like a placeholder in it is none.
            values.reduce(word) { $0.replacing($1.key, with: $1.value) }.replacing("%f", with: file)
        }
    }
}
