// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import EventLoop
import ExtensionWire
import NotificationModel

/// A notification's content after an extension's changes, with checked attachments.
///
/// The files are checked when no process of the run is left that could change them.
struct CheckedAnswer: Hashable, Sendable {
    /// The content, without the attachments whose files can't be used.
    let content: Content
    /// The changes that were not made, or only in part.
    let remarks: [JSONRemark]
    /// The keys of the attachments that are left out.
    let unusableFiles: [String]
}

extension ContentPatch {
    /// Applies the extension's changes, and checks the files of new attachments.
    ///
    /// - Parameters:
    ///   - original: The content that the extension received.
    ///   - folder: The absolute path of the attachments' folder of the run.
    /// - Returns: The content after the changes; nil if they leave neither a title nor a body.
    func checked(on original: Content, filesIn folder: String) async -> CheckedAnswer? {
        let patched = applied(to: original, attachmentsFolder: folder)
        guard !patched.isEmptied else { return nil }
        guard !patched.files.isEmpty else {
            return CheckedAnswer(content: patched.content, remarks: patched.remarks, unusableFiles: [])
        }
        return await offLoop {
            var content = patched.content
            var unusable: [String] = []
            content.attachments = []
            for (index, attachment) in patched.content.attachments.enumerated() {
                let isNew = attachment.url.hasPrefix(folder + "/")
                if isNew, !AttachmentStore.isPlainPicture(attachment.url) {
                    unusable.append("content.attachments[\(index)].file")
                } else {
                    content.attachments.append(attachment)
                }
            }
            return CheckedAnswer(content: content, remarks: patched.remarks, unusableFiles: unusable)
        }
    }
}
