// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel
package import Triggers

/// The format of a sound that can be played; the raw value is the file's extension.
package enum SoundFile: String, CaseIterable {
    case wav, ogg, flac, mp3, aiff, caf

    /// Returns why a file can't be played, as the end of a sentence; nil for a sound.
    ///
    /// Blocking; call it off the loop. Only the beginning is read, as players decode the rest.
    package static func problem(with path: String) -> String? {
        guard let bytes = MediaFile.beginning(of: path) else { return "can't be read" }
        guard let kind = MediaFile(beginning: bytes).flatMap(SoundFile.init) else {
            return "is not a sound file in the format WAV, Ogg, FLAC, MP3, AIFF or CAF"
        }
        // The shortest header of a WAV file has 44 bytes.
        return kind == .wav && bytes.count < 44 ? "is a broken sound file: its header is incomplete" : nil
    }

    /// Returns the format of a file; nil if it is no sound or missing.
    package static func kind(of path: String) -> SoundFile? {
        MediaFile.beginning(of: path).flatMap(MediaFile.init).flatMap(SoundFile.init)
    }

    /// Refuses a sound with a relative path.
    package static func checkName(of sound: Sound?) throws(Refusal) {
        guard let name = sound?.name, name.contains("/"), !name.hasPrefix("/"), !name.hasPrefix("file:") else { return }
        throw Refusal.invalidRequest(
            "sound is \"\(name)\", a path; it must be a sound's name, or an absolute path or file: URL")
    }

    /// Creates the format; nil for AAC and MPEG-4, which libsndfile, used by pw-play and paplay, can't read. With
    /// neither ffplay nor mpv nothing would be heard, so such a sound is refused.
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
    /// The path of the sound file: the caller's at first, then our copy's; nil for a sound from the theme.
    package var soundFile: String? {
        sound?.name.flatMap { $0.hasPrefix("/") || $0.hasPrefix("file:") ? $0 : nil }
    }

    /// Whether the content has files to copy.
    package var hasFiles: Bool { !attachments.isEmpty || soundFile != nil }
}
