// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A file that belongs to a notification (`UNNotificationAttachment`).
///
/// A caller gives an absolute path or a `file:` URL. The agent copies the file into its own store and replaces `url`
/// with the path of the copy.
package struct Attachment: Hashable, Sendable {
    /// Name of the attachment within its request; if the caller leaves the name empty, the agent makes one.
    package var identifier: String
    /// An absolute path or a `file:` URL.
    package var url: String
    /// The media type, such as `image/png` or `public.png`; if nil, the agent detects it.
    package var typeHint: String?
    /// Tells whether the picture is stored but not shown.
    package var isThumbnailHidden: Bool
    /// The part of the picture to show: x, y, width, height, each 0.0 to 1.0; nil shows the whole picture.
    package var thumbnailClippingRect: [Double]?
    /// The frame of an animated picture to show, in frames or seconds; nil shows the first frame.
    package var thumbnailTime: Double?

    package init(
        identifier: String = "", url: String, typeHint: String? = nil, isThumbnailHidden: Bool = false,
        thumbnailClippingRect: [Double]? = nil, thumbnailTime: Double? = nil
    ) {
        (self.identifier, self.url, self.typeHint) = (identifier, url, typeHint)
        (self.isThumbnailHidden, self.thumbnailClippingRect) = (isThumbnailHidden, thumbnailClippingRect)
        self.thumbnailTime = thumbnailTime
    }
}

extension Attachment: KeyCoded {
    package static let blank = Attachment(url: "")
    package static let codedKeys: CodedKeys<Attachment> = [
        .value("identifier", \.identifier, isKept: true), .required("url", \.url), .optional("typeHint", \.typeHint),
        .value("thumbnailHidden", \.isThumbnailHidden),
        .optional("thumbnailClippingRect", \.thumbnailClippingRect), .optional("thumbnailTime", \.thumbnailTime),
    ]
}

extension Attachment {
    /// The kind of an attachment's file; a desktop can show pictures only.
    package enum Kind: Hashable, Sendable {
        case picture
        /// A sound, which is stored and returned to the application but not presented.
        case sound
        /// A film, which is stored and returned to the application but not shown.
        case film

        /// Largest size of a file of this kind in bytes, the same as Apple's.
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

    /// The kind that ``typeHint`` names; any other type counts as a picture, and the file's data is then checked.
    package var kind: Kind {
        guard let typeHint else { return .picture }
        if typeHint.hasPrefix("audio/") || Self.sounds.contains(typeHint) { return .sound }
        if typeHint.hasPrefix("video/") || Self.films.contains(typeHint) { return .film }
        return .picture
    }
}
