// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import NotificationModel

/// What a file with a sound is, by its beginning.
enum SoundFile: String, CaseIterable {
    case wav, ogg, flac, mp3, aiff, caf

    /// What keeps a file from being played, as the end of a sentence; nil for a sound.
    ///
    /// Blocking; call it off the loop. Only the beginning is looked at: players decode.
    static func problem(with path: String) -> String? {
        guard let bytes = beginning(of: path) else { return "can't be read" }
        guard let kind = SoundFile(beginning: bytes) else {
            return "is not a sound: no WAV, Ogg, FLAC, MP3, AIFF or CAF file begins like this"
        }
        // Forty-four bytes are the shortest head of a WAV file.
        return kind == .wav && bytes.count < 44 ? "is a broken sound: it ends in its head" : nil
    }

    /// The kind of a file; nil for one that is no sound, or gone.
    static func kind(of path: String) -> SoundFile? { beginning(of: path).flatMap(SoundFile.init) }

    /// Refuses a name that is neither a theme's nor a whole path.
    static func checkName(of sound: Sound?) throws(Refusal) {
        guard let name = sound?.name, name.contains("/"), !name.hasPrefix("/"), !name.hasPrefix("file:") else { return }
        throw Refusal.invalidRequest(
            "sound is \"\(name)\", a path; it must be a sound's name, or an absolute path or file: URL")
    }

    private init?(beginning bytes: [UInt8]) {
        func has(_ text: String, at start: Int = 0) -> Bool {
            bytes.dropFirst(start).starts(with: text.utf8)
        }
        switch true {
        case has("RIFF") && has("WAVE", at: 8): self = .wav
        case has("OggS"): self = .ogg
        case has("fLaC"): self = .flac
        case has("ID3"), bytes.count > 1 && bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0: self = .mp3
        case has("FORM") && (has("AIFF", at: 8) || has("AIFC", at: 8)): self = .aiff
        case has("caff"): self = .caf
        default: return nil
        }
    }

    private static func beginning(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}

extension Content {
    /// The sound's file: a caller's on the way in, our copy of it from then on; nil where the sound has a name.
    var soundFile: String? {
        sound?.name.flatMap { $0.hasPrefix("/") || $0.hasPrefix("file:") ? $0 : nil }
    }

    /// Whether there is anything to copy.
    var hasFiles: Bool { !attachments.isEmpty || soundFile != nil }
}
