// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LegacyNotifications

/// A picture for ``NSUserNotification/contentImage``: a file or its data. This module can't draw the picture.
///
/// The class is Sendable because its objects never change.
open class NSImage: NSObject, NSCopying, @unchecked Sendable {
    /// A name of a picture.
    public typealias Name = String

    enum Source: Hashable {
        case file(String)
        case data(Data)
    }

    let source: Source?

    /// Creates a picture without content.
    public override init() {
        source = nil
        super.init()
    }

    private init(_ source: Source) {
        self.source = source
        super.init()
    }

    /// Takes the data of a picture file; the agent checks the data when the notification is scheduled.
    public convenience init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.init(.data(data))
    }

    /// Takes a picture file; nil if the file can't be read.
    public convenience init?(contentsOfFile fileName: String) {
        guard access(fileName, R_OK) == 0 else { return nil }
        self.init(.file(fileName))
    }

    /// Takes a picture file; nil if the file can't be read.
    public convenience init?(contentsOf url: URL) {
        guard url.isFileURL else { return nil }
        self.init(contentsOfFile: url.path)
    }

    /// Takes a picture file, read when the notification is scheduled; without a file URL, the picture has no content.
    public convenience init(byReferencing url: URL) {
        if url.isFileURL { self.init(.file(url.path)) } else { self.init() }
    }

    /// Takes a picture of the program's bundle; nil if the bundle has none with this name, with or without a suffix.
    public convenience init?(named name: Name) {
        for suffix in [nil, "png", "jpg", "jpeg", "gif"] {
            if let path = Bundle.main.path(forResource: name, ofType: suffix) {
                self.init(contentsOfFile: path)
                return
            }
        }
        return nil
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? NSImage).map { $0.source == source } ?? false }
    open override var hash: Int { source.hashValue }
}
