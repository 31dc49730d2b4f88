// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import NotificationModel

extension ExtensionReply {
    /// The keys of a content that a content extension may change.
    private static let texts: Set = ["title", "subtitle", "body"]

    /// Applies the extension's changes of texts and state. The picture stays, because its file must be checked first.
    ///
    /// A text over its limit is cut, and a value that can't be used leaves its key as it was. Both cases add a remark,
    /// and so does a key that only a service extension may change.
    ///
    /// - Parameters:
    ///   - drawing: The drawing that the notification has now.
    ///   - content: The content of the notification itself.
    /// - Returns: The new drawing, and a remark for each change that was not made in full; nil if the changes leave
    ///   neither a title nor a body.
    package func drawing(after drawing: Drawing, of content: Content) -> (Drawing, remarks: [JSONRemark])? {
        let changes = self.content?.changes ?? [:]
        let patch = ContentPatch(changes.filter { Self.texts.contains($0.key) })
        let patched = patch.applied(to: drawing.applied(to: content), attachmentsFolder: "")
        guard !patched.isEmptied else { return nil }
        let others = changes.keys.filter { !Self.texts.contains($0) }.sorted()
        let remarks = others.map {
            JSONRemark("content.\($0)", changes[$0] ?? .null, "can't be changed by a content extension")
        }
        var result = drawing
        result.isUnfinished = false
        result.title = patched.content.title == content.title ? nil : patched.content.title
        result.subtitle = patched.content.subtitle == content.subtitle ? nil : patched.content.subtitle
        result.body = patched.content.body == content.body ? nil : patched.content.body
        switch state {
        case nil: break
        case .null?: result.state = nil
        case let state?:
            // The state can be encoded, because it was encoded to measure it when it was read.
            result.state = (try? JSONEncoder().encode(state)).map { String(decoding: $0, as: UTF8.self) }
        }
        return (result, patched.remarks + remarks)
    }
}
