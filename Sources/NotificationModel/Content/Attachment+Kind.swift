// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Attachment {
    /// What sort of file it is, after its type; only a picture can be shown on a desktop.
    package enum Kind: Hashable, Sendable {
        case picture
        /// Kept and handed back.
        case sound
        /// Kept and handed back.
        case film

        /// In bytes; as Apple's limits.
        package var largestSize: Int {
            switch self {
            case .picture: Limits.attachmentBytes
            case .sound: Limits.attachedSoundBytes
            case .film: Limits.attachedFilmBytes
            }
        }
    }

    /// The uniform types of sounds that Apple documents.
    package static let sounds: Set = [
        "public.aiff-audio", "public.aifc-audio", "com.microsoft.waveform-audio", "public.mp3", "public.mpeg-4-audio",
    ]
    /// Those of films.
    package static let films: Set = ["public.mpeg", "public.mpeg-2-video", "public.mpeg-4", "public.avi"]

    /// What ``typeHint`` says; a picture, which is then looked at, unless it names a sound or a film.
    package var kind: Kind {
        guard let typeHint else { return .picture }
        if typeHint.hasPrefix("audio/") || Self.sounds.contains(typeHint) { return .sound }
        if typeHint.hasPrefix("video/") || Self.films.contains(typeHint) { return .film }
        return .picture
    }
}
