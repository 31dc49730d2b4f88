// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel

/// The folder for the files of an extension's answer.
package struct AttachmentFolder: Sendable {
    private let path: String

    /// Names a folder by its absolute path.
    package init(path: String) { self.path = path }

    /// Copies the files of attachments into the folder.
    ///
    /// - Parameters:
    ///   - attachments: The attachments of the answer.
    ///   - kept: The attachments that the notification had, which aren't copied again.
    ///   - complain: Gets a sentence for each attachment that is left out: over the limits of number and size, or with
    ///     a file that can't be copied.
    /// - Returns: The attachments that can be sent, with the paths of their copies.
    func place(_ attachments: [Attachment], besides kept: [Attachment], complain: (String) -> Void) -> [Attachment] {
        var placed: [Attachment] = []
        for attachment in attachments {
            if kept.contains(attachment) {
                placed.append(attachment)
                continue
            }
            let what = "The attachment \(attachment.identifier) is left out"
            guard placed.count < ExtensionWire.attachmentLimit else {
                complain("\(what): a notification may have \(ExtensionWire.attachmentLimit) attachments.")
                continue
            }
            do {
                let size = try FileManager.default.attributesOfItem(atPath: attachment.url)[.size] as? NSNumber
                guard size?.intValue ?? 0 <= Limits.attachmentBytes else {
                    complain("\(what): it is larger than \(Limits.attachmentBytes) bytes.")
                    continue
                }
                var copy = attachment
                let file = URL(fileURLWithPath: attachment.url)
                copy.url = "\(path)/\(UUID().uuidString)" + (file.pathExtension.isEmpty ? "" : ".\(file.pathExtension)")
                try FileManager.default.copyItem(atPath: file.resolvingSymlinksInPath().path, toPath: copy.url)
                placed.append(copy)
            } catch {
                complain("\(what): \(error.localizedDescription)")
            }
        }
        return placed
    }

    /// Writes data to a new file.
    ///
    /// - Returns: The file's name, which no other file has.
    /// - Throws: An error of Foundation if the file can't be written.
    package func write(_ data: Data, fileExtension: String) throws -> String {
        let name = "\(UUID().uuidString).\(fileExtension)"
        try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return name
    }
}
