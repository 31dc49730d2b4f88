// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// A file with the picture of a notification, which the agent copies.
struct PictureFile: Sendable {
    let url: URL
    private let isTemporary: Bool

    /// Writes a picture's data to a temporary file, or takes a picture's file; nil for a picture without content.
    ///
    /// - Throws: An error of the file system.
    init?(_ image: NSImage?) throws {
        switch image?.source {
        case .file(let path):
            url = URL(filePath: path)
            isTemporary = false
        case .data(let data):
            // The type of an attachment is known by the suffix of its file.
            guard let suffix = Self.suffix(of: data) else {
                throw UNError(
                    .attachmentUnrecognizedType,
                    userInfo: [NSLocalizedDescriptionKey: "contentImage is not a PNG, JPEG or GIF picture"])
            }
            let name = "belfry-\(UUID().uuidString).\(suffix)"
            url = FileManager.default.temporaryDirectory.appending(path: name)
            isTemporary = true
            try data.write(to: url)
        case nil: return nil
        }
    }

    /// The file name suffix of the picture's format, by the first bytes of `data`; nil if the format can't be attached.
    private static func suffix(of data: Data) -> String? {
        let formats: [(suffix: String, start: [UInt8])] = [
            ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpg", [0xFF, 0xD8, 0xFF]), ("gif", [0x47, 0x49, 0x46, 0x38]),
        ]
        return formats.first { data.starts(with: $0.start) }?.suffix
    }

    /// Removes a file that ``init(_:)`` has written.
    func remove() {
        // A file that can't be removed stays in the folder of temporary files.
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }
}
