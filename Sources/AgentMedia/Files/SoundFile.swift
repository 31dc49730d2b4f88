// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel
package import Triggers

/// The format of a sound that can be played; the raw value is the file's extension.
package enum SoundFile: String, CaseIterable {
    case wav, ogg, flac, mp3, aiff, caf

    /// Returns why a file can't be played, as the end of a sentence; nil for a sound that can be played.
    ///
    /// Blocks; call it off the event loop. Only the beginning is read, as players decode the rest.
    package static func problem(with path: String) -> String? {
        guard let bytes = MediaFile.beginning(of: path) else { return "can't be read" }
        guard let kind = MediaFile(beginning: bytes).flatMap(SoundFile.init) else {
            return "is not a sound file in the format WAV, Ogg, FLAC, MP3, AIFF or CAF"
        }
        // The shortest header of a WAV file has 44 bytes.
        return kind == .wav && bytes.count < 44 ? "is a broken sound file: its header is incomplete" : nil
    }

    /// Returns the format of a file; nil if the file is no sound or is missing.
    package static func kind(of path: String) -> SoundFile? {
        MediaFile.beginning(of: path).flatMap(MediaFile.init).flatMap(SoundFile.init)
    }

    /// Refuses a sound with a relative path.
    package static func checkName(of sound: Sound?) throws(Refusal) {
        guard let name = sound?.name, name.contains("/"), !name.hasPrefix("/"), !name.hasPrefix("file:") else { return }
        throw Refusal.invalidRequest(
            "sound is \"\(name)\", a path; it must be a sound's name, or an absolute path or file: URL")
    }

    /// Creates the sound format; nil for films, and for AAC and MPEG-4, which pw-play and paplay can't play. Such a
    /// sound is refused, as nothing would be heard if neither ffplay nor mpv is installed.
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
    /// The path of the sound file: the caller's file at first, then Belfry's copy; nil for a sound from the theme.
    package var soundFile: String? {
        sound?.name.flatMap { $0.hasPrefix("/") || $0.hasPrefix("file:") ? $0 : nil }
    }

    /// Whether the content has attachments or a sound file, which must be copied.
    package var hasFiles: Bool { !attachments.isEmpty || soundFile != nil }
}
