// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// Changes of a notification: a JSON merge patch (RFC 7386), in which an absent key keeps a value and null clears it.
package struct ContentPatch: Hashable, Sendable {
    package let changes: [String: JSONValue]

    package init(_ changes: [String: JSONValue]) { self.changes = changes }

    /// Applies the changes that are possible.
    ///
    /// A text over its limit is cut. Any other unusable value leaves its key as it was; an unusable attachment, volume
    /// or `critical` is left out. Both cases add a remark. If neither a title nor a body would be left, nothing
    /// changes. The result passes `validate()` if the original does.
    ///
    /// - Parameters:
    ///   - original: The content that the extension received.
    ///   - folder: Absolute path of the attachments' folder, as the caller sees it.
    /// - Returns: The changed content, and a remark for each change that was not made in full.
    package func applied(to original: Content, attachmentsFolder folder: String) -> PatchedContent {
        var patching = ContentPatching(self, of: original, attachmentsFolder: folder)
        patching.makeChanges()
        let content = patching.content
        guard content != original, !content.title.isEmpty || !content.body.isEmpty else {
            return PatchedContent(original, patching.remarks, isEmptied: content != original)
        }
        // Each new value was checked when read, so the validation fails only if the original was invalid.
        guard (try? content.validate()) != nil else {
            let remark = JSONRemark("content", .dictionary(changes), "makes a content that can't be stored")
            return PatchedContent(original, patching.remarks + [remark])
        }
        return PatchedContent(content, patching.remarks, files: patching.files)
    }
}

/// A notification's content after the changes of an extension.
package struct PatchedContent: Hashable, Sendable {
    /// The changed content. The URL of each attachment among ``files`` is its path in the attachments' folder; no code
    /// has checked yet that the file exists, is a regular file, and has a picture.
    package let content: Content
    /// Names of the new attachments' files in the attachments' folder.
    package let files: [String]
    /// A remark for each change that wasn't made, or only in part. The remarks' values may be private text.
    package let remarks: [JSONRemark]
    /// Whether the changes were dropped because they left neither a title nor a body.
    package let isEmptied: Bool

    init(_ content: Content, _ remarks: [JSONRemark], files: [String] = [], isEmptied: Bool = false) {
        (self.content, self.files, self.remarks, self.isEmptied) = (content, files, remarks, isEmptied)
    }
}
