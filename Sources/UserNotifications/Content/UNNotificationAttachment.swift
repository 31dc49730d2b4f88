// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A file that is shown with a notification.
///
/// It is Sendable because it never changes.
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
    /// The agent copies the file when the request is added; the original stays where it is.
    ///
    /// - Parameters:
    ///   - identifier: Identifier of the attachment; an empty one is replaced by a UUID.
    ///   - URL: URL of a readable file: a picture of at most 10 MiB, a sound of 5 MiB or a movie of 50 MiB.
    ///   - options: Values for the `UNNotificationAttachmentOptions…` keys.
    /// - Throws: ``UNError``.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        self.init(try Fields(checking: URL, identifier: identifier, options: options ?? [:]))
    }

    convenience init(_ fields: Fields) {
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(fields))!
    }

    public required init?(coder: NSCoder) {
        fields = coder.carried(Fields.self) ?? Fields(coder)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { fields.encode(with: coder) }

    /// Identifier of the attachment within its request.
    open var identifier: String { fields.identifier }

    /// URL of the file; in a request from the center, of the agent's copy.
    open var url: URL { fields.url }

    /// Uniform type of the file, such as `public.png`.
    open var type: String { fields.type }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationAttachment)?.fields == fields }

    open override var hash: Int { fields.hashValue }
}
