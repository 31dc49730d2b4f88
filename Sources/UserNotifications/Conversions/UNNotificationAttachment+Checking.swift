// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNNotificationAttachment.Fields {
    /// Reads the options for a file, after checking that it exists, has a known type and is not too large.
    ///
    /// - Throws: ``UNError``.
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
        guard let type = hint.map(AttachmentType.init(identifier:)) ?? AttachmentType(fileExtension: file.pathExtension)
        else {
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
