// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

extension ContentPatch {
    /// Keys of a notification's content that an extension may change.
    package static let keys: [String] = [
        "title", "subtitle", "body", "badge", "sound", "threadIdentifier", "categoryIdentifier",
        "targetContentIdentifier", "interruptionLevel", "relevanceScore", "userInfo", "attachments",
    ]

    /// Creates the changes that lead from one content to another; properties without a key in ``keys`` are left out.
    ///
    /// New attachments must be files in the attachments' folder.
    ///
    /// - Throws: `EncodingError` for a number in user info that JSON can't hold.
    package init(from original: Content, to changed: Content, attachmentsFolder folder: String) throws {
        let (before, after) = (
            try original.wireValues(attachmentsFolder: folder), try changed.wireValues(attachmentsFolder: folder)
        )
        var changes: [String: JSONValue] = [:]
        for key in Self.keys where before[key] != after[key] {
            changes[key] = JSONValue.patch(from: before[key], to: after[key])
        }
        self.init(changes)
    }
}

extension JSONValue {
    /// Returns the merge patch that leads from one value to another value; nil stands for an absent key.
    fileprivate static func patch(from before: JSONValue?, to after: JSONValue?) -> JSONValue {
        guard let after else { return .null }
        guard case .dictionary(let old)? = before, case .dictionary(let new) = after,
            before?.isTagged == false, !after.isTagged
        else { return after }
        var changes: [String: JSONValue] = [:]
        for key in Set(old.keys).union(new.keys) where old[key] != new[key] {
            changes[key] = patch(from: old[key], to: new[key])
        }
        return .dictionary(changes)
    }
}
