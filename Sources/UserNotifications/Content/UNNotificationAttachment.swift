// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// A file that is shown with a notification. The class is Sendable because its objects never change.
nonisolated open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    struct Fields: Hashable {
        var identifier: String
        var url: URL
        var type: String
        var isThumbnailHidden = false
        var thumbnailClippingRect: [Double]?
        var thumbnailTime: Double?
    }

    let fields: Fields

    /// Checks a file and creates an attachment from it.
    ///
    /// The agent copies the file when the request is added; the original file is not moved.
    ///
    /// - Parameters:
    ///   - identifier: Identifier of the attachment; an empty identifier is replaced by a UUID.
    ///   - URL: URL of a readable file: a picture of at most 10 MiB, a sound of 5 MiB or a movie of 50 MiB.
    ///   - options: Values for the `UNNotificationAttachmentOptions…` keys.
    /// - Throws: ``UNError`` if the URL names no readable file, or the file has an unknown type or is too large.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        self.init(carrying: try Fields(checking: URL, identifier: identifier, options: options ?? [:]))
    }

    public required init?(coder: NSCoder) {
        fields = coder.carried(Fields.self) ?? Fields(coder)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { fields.encode(with: coder) }

    /// Identifier of the attachment within its request.
    open var identifier: String { fields.identifier }
    /// URL of the file. In a request from the center, it is the URL of the agent's copy.
    open var url: URL { fields.url }
    /// Uniform type of the file, such as `public.png`.
    open var type: String { fields.type }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationAttachment)?.fields == fields }
    open override var hash: Int { fields.hashValue }
}

/// Key for the file's uniform type, a string such as `public.png`; by default it follows from the file's name.
public let UNNotificationAttachmentOptionsTypeHintKey: String = "UNNotificationAttachmentOptionsTypeHintKey"

/// Key for a Boolean number; true keeps the picture but doesn't show it. The default is false.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// Key for the part of the picture to show: a dictionary of `X`, `Y`, `Width` and `Height`, each 0.0 to 1.0.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// Key for a number: the frame of an animated picture, or the second of a movie, to show.
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String = "UNNotificationAttachmentOptionsThumbnailTimeKey"

extension UNNotificationAttachment.Fields {
    init(_ coder: NSCoder) {
        identifier = coder.string("identifier") ?? ""
        url = URL(fileURLWithPath: coder.string("path") ?? "/")
        type = coder.string("type") ?? ""
        isThumbnailHidden = coder.number("thumbnailHidden")?.boolValue ?? false
        let rectangle = coder.objects(NSNumber.self, "thumbnailClippingRect").map(\.doubleValue)
        thumbnailClippingRect = rectangle.isEmpty ? nil : rectangle
        thumbnailTime = coder.number("thumbnailTime")?.doubleValue
    }

    func encode(with coder: NSCoder) {
        coder.encode(identifier, "identifier")
        coder.encode(url.path, "path")
        coder.encode(type, "type")
        coder.encode(NSNumber(value: isThumbnailHidden), "thumbnailHidden")
        coder.encode((thumbnailClippingRect ?? []).map { NSNumber(value: $0) }, "thumbnailClippingRect")
        coder.encode(thumbnailTime.map { NSNumber(value: $0) }, "thumbnailTime")
    }
}

extension UNNotificationAttachment {
    convenience init(_ attachment: Attachment) {
        let url = attachment.url.hasPrefix("file:") ? URL(string: attachment.url) : nil
        self.init(
            carrying: Fields(
                identifier: attachment.identifier, url: url ?? URL(fileURLWithPath: attachment.url),
                type: attachment.typeHint ?? "", isThumbnailHidden: attachment.isThumbnailHidden,
                thumbnailClippingRect: attachment.thumbnailClippingRect, thumbnailTime: attachment.thumbnailTime))
    }

    /// The attachment in the agent's type; the agent copies the file.
    var model: Attachment {
        Attachment(
            identifier: identifier, url: url.path, typeHint: type, isThumbnailHidden: fields.isThumbnailHidden,
            thumbnailClippingRect: fields.thumbnailClippingRect, thumbnailTime: fields.thumbnailTime)
    }
}

extension UNNotificationAttachment.Fields {
    /// Reads the options for a file, after checking that the file exists, has a known type and is not too large.
    ///
    /// - Throws: ``UNError`` if the URL names no readable file, or the file has an unknown type or is too large.
    init(checking file: URL, identifier: String, options: [AnyHashable: Any]) throws {
        func error(_ code: UNError.Code, _ reason: String) -> UNError {
            UNError(code, reason: "\(code.sentence): \(reason)")
        }
        guard file.isFileURL else { throw error(.attachmentInvalidURL, "\(file.absoluteString) is not a file URL") }
        let path = file.path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path),
            attributes[.type] as? FileAttributeType == .typeRegular, FileManager.default.isReadableFile(atPath: path)
        else { throw error(.attachmentInvalidURL, "\(path) is not a file that can be read") }
        let hint = options[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard let type = AttachmentType.find(identifier: hint, fileExtension: file.pathExtension) else {
            throw error(.attachmentUnrecognizedType, "\(path) is of an unknown type")
        }
        let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        guard size <= type.largestSize else {
            throw error(.attachmentInvalidFileSize, "\(path) is \(size) bytes; the limit is \(type.largestSize)")
        }
        self.init(identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: file, type: type.identifier)
        let hidden = options[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? NSNumber
        isThumbnailHidden = hidden?.boolValue ?? false
        if let rectangle = options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] as? [AnyHashable: Any] {
            let sides = ["X", "Y", "Width", "Height"].compactMap { (rectangle[$0] as? NSNumber)?.doubleValue }
            thumbnailClippingRect = sides.count == 4 ? sides : nil
        }
        thumbnailTime = (options[UNNotificationAttachmentOptionsThumbnailTimeKey] as? NSNumber)?.doubleValue
    }
}

// Foundation on Linux lacks the two methods below, between whose calls programs for Apple's systems read attachments.

extension URL {
    /// Returns true, because on Linux a file that the program can open needs no further permission.
    @discardableResult
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Does nothing, because on Linux a file that the program can open needs no further permission.
    public func stopAccessingSecurityScopedResource() {}
}

// Programs for Apple's systems clip thumbnails with `dictionaryRepresentation`, which Foundation on Linux lacks.

extension CGRect {
    /// The dictionary for ``UNNotificationAttachmentOptionsThumbnailClippingRectKey``: X, Y, Width and Height.
    public var dictionaryRepresentation: NSDictionary {
        ["X": Double(minX), "Y": Double(minY), "Width": Double(width), "Height": Double(height)]
    }
}

/// A file type that can be attached; the types are those that Apple lists.
private struct AttachmentType {
    let identifier: String
    /// File name extensions of the type, in lower case.
    let extensions: [String]
    /// Largest size of a file of this type, in bytes.
    let largestSize: Int64

    private static let mebibyte: Int64 = 1024 * 1024
    private static let audio = 5 * mebibyte
    private static let image = 10 * mebibyte
    private static let movie = 50 * mebibyte

    private static let all = [
        AttachmentType("public.aiff-audio", ["aiff", "aif"], audio),
        AttachmentType("public.aifc-audio", ["aifc"], audio),
        AttachmentType("com.microsoft.waveform-audio", ["wav", "wave"], audio),
        AttachmentType("public.mp3", ["mp3"], audio),
        AttachmentType("public.mpeg-4-audio", ["m4a", "mp4a"], audio),
        AttachmentType("public.jpeg", ["jpg", "jpeg", "jpe"], image),
        AttachmentType("com.compuserve.gif", ["gif"], image),
        AttachmentType("public.png", ["png"], image),
        AttachmentType("public.mpeg", ["mpg", "mpeg", "mpe"], movie),
        AttachmentType("public.mpeg-2-video", ["mpg2", "m2v", "mp2v"], movie),
        AttachmentType("public.mpeg-4", ["mp4", "mpg4", "m4v"], movie),
        AttachmentType("public.avi", ["avi"], movie),
    ]

    private init(_ identifier: String, _ extensions: [String], _ largestSize: Int64) {
        (self.identifier, self.extensions, self.largestSize) = (identifier, extensions, largestSize)
    }

    /// Finds a file's type by the type's identifier, or else by the file extension; nil if the file can't be attached.
    static func find(identifier: String?, fileExtension: String) -> AttachmentType? {
        let fileExtension = fileExtension.lowercased()
        return all.first { type in
            identifier.map { $0 == type.identifier } ?? type.extensions.contains(fileExtension)
        }
    }
}
