// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// A notification without what it says, as Apple hides previews.
///
/// The application's name stands for the title; title and subtitle stay where the category says so; the body becomes
/// the category's words for it. No picture, no icon of its own and no hint is left. Its buttons stay.
package enum Redaction {
    /// - Parameters:
    ///   - notification: What would be shown.
    ///   - category: Its category; nil for none.
    ///   - application: The application's name.
    ///   - count: How many of the same thread there are, for `%u`.
    ///   - standardBody: Stands for the body where the category has no words.
    /// - Returns: What is shown instead.
    package static func redacted(
        _ notification: Notification, category: NotificationModel.Category?, application: String, count: Int,
        standardBody: String
    ) -> Notification {
        let options = category?.options ?? []
        let placeholder = category?.hiddenPreviewsBodyPlaceholder ?? ""
        var result = notification
        if !options.contains(.hiddenPreviewsShowTitle) { result.request.content.title = application }
        if !options.contains(.hiddenPreviewsShowSubtitle) { result.request.content.subtitle = "" }
        result.request.content.body =
            placeholder.isEmpty ? standardBody : placeholder.replacing("%u", with: "\(count)")
        result.request.content.attachments = []
        result.request.presentation.icon = nil
        result.request.presentation.isMarkup = false
        result.request.presentation.hints = result.request.presentation.hints.filter { $0.key == "suppress-sound" }
        return result
    }
}
