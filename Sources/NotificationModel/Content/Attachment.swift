// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A file that belongs to a notification (`UNNotificationAttachment`).
///
/// A caller gives an absolute path or a `file:` URL. The agent copies the file into its own store and replaces `url`
/// with the path of the copy.
package struct Attachment: Hashable, Sendable {
    /// Name of the attachment within its request; if the caller leaves it empty, the agent makes one.
    package var identifier: String
    /// An absolute path or a `file:` URL.
    package var url: String
    /// The media type, such as `image/png` or `public.png`; if nil, the agent detects it.
    package var typeHint: String?
    /// Tells whether the picture is stored but not shown.
    package var isThumbnailHidden: Bool
    /// The part of the picture to show: x, y, width, height, each 0.0 to 1.0; nil shows the whole picture.
    package var thumbnailClippingRect: [Double]?
    /// The frame of an animated picture to show, in frames or seconds; nil shows the first.
    package var thumbnailTime: Double?

    package init(
        identifier: String = "", url: String, typeHint: String? = nil, isThumbnailHidden: Bool = false,
        thumbnailClippingRect: [Double]? = nil, thumbnailTime: Double? = nil
    ) {
        self.identifier = identifier
        self.url = url
        self.typeHint = typeHint
        self.isThumbnailHidden = isThumbnailHidden
        self.thumbnailClippingRect = thumbnailClippingRect
        self.thumbnailTime = thumbnailTime
    }
}

extension Attachment: KeyCoded {
    package static let blank = Attachment(url: "")
    package static let codedKeys: [CodedKey<Attachment>] = [
        .value("identifier", \.identifier, isKept: true), .required("url", \.url), .optional("typeHint", \.typeHint),
        .value("thumbnailHidden", \.isThumbnailHidden),
        .optional("thumbnailClippingRect", \.thumbnailClippingRect), .optional("thumbnailTime", \.thumbnailTime),
    ]
}
