// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel
package import Triggers

/// A sound that can be played; its raw value is how the name of such a file ends.
package enum SoundFile: String, CaseIterable {
    case wav, ogg, flac, mp3, aiff, caf

    /// What keeps a file from being played, as the end of a sentence; nil for a sound.
    ///
    /// Blocking; call it off the loop. Only the beginning is looked at: players decode.
    package static func problem(with path: String) -> String? {
        guard let bytes = MediaFile.beginning(of: path) else { return "can't be read" }
        guard let kind = MediaFile(beginning: bytes).flatMap(SoundFile.init) else {
            return "is not a sound: no WAV, Ogg, FLAC, MP3, AIFF or CAF file begins like this"
        }
        // Forty-four bytes are the shortest head of a WAV file.
        return kind == .wav && bytes.count < 44 ? "is a broken sound: it ends in its head" : nil
    }

    /// The kind of a file; nil for one that is no sound, or gone.
    package static func kind(of path: String) -> SoundFile? { MediaFile.kind(of: path).flatMap(SoundFile.init) }

    /// Refuses a name that is neither a theme's nor a whole path.
    package static func checkName(of sound: Sound?) throws(Refusal) {
        guard let name = sound?.name, name.contains("/"), !name.hasPrefix("/"), !name.hasPrefix("file:") else { return }
        throw Refusal.invalidRequest(
            "sound is \"\(name)\", a path; it must be a sound's name, or an absolute path or file: URL")
    }

    /// Not AAC, by itself or in MPEG-4: pw-play and paplay go by libsndfile, which doesn't know it. ffplay and mpv do, but where
    /// neither is, nothing would be heard, and who has added it would not know why; so it is told at once.
    private init?(_ kind: MediaFile) {
        switch kind {
        case .wave: self = .wav
        case .ogg: self = .ogg
        case .flac: self = .flac
        case .mp3: self = .mp3
        case .aiff: self = .aiff
        case .caf: self = .caf
        case .aac, .mpeg4, .mpeg, .avi, .quickTime, .matroska: return nil
        }
    }
}

extension Content {
    /// The sound's file: a caller's on the way in, our copy of it from then on; nil where the sound has a name.
    package var soundFile: String? {
        sound?.name.flatMap { $0.hasPrefix("/") || $0.hasPrefix("file:") ? $0 : nil }
    }

    /// Whether there is anything to copy.
    package var hasFiles: Bool { !attachments.isEmpty || soundFile != nil }
}
