// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Attachment {
    /// The kind of file, by its type; a desktop can show pictures only.
    package enum Kind: Hashable, Sendable {
        case picture
        /// A file that is stored and returned to the application but not shown.
        case sound
        /// A file that is stored and returned to the application but not shown.
        case film

        /// Size limit in bytes, the same as Apple's.
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
    /// The uniform types of films that Apple documents.
    package static let films: Set = ["public.mpeg", "public.mpeg-2-video", "public.mpeg-4", "public.avi"]

    /// The kind that ``typeHint`` names; a picture, whose data is then checked, unless it names a sound or a film.
    package var kind: Kind {
        guard let typeHint else { return .picture }
        if typeHint.hasPrefix("audio/") || Self.sounds.contains(typeHint) { return .sound }
        if typeHint.hasPrefix("video/") || Self.films.contains(typeHint) { return .film }
        return .picture
    }
}
