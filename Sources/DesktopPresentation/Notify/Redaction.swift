// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationModel

/// Hides the text of a notification, as Apple's systems hide previews.
///
/// The application's name replaces the title; title and subtitle stay if the category says so; the body becomes the
/// category's placeholder. Pictures, icon and hints are removed. Buttons stay.
package enum Redaction {
    /// - Parameters:
    ///   - notification: The notification to hide.
    ///   - category: The notification's category; nil for none.
    ///   - application: The application's name.
    ///   - count: The number of notifications in the same thread, for `%u`.
    ///   - standardBody: Replaces the body if the category has no placeholder.
    /// - Returns: The notification to present instead.
    package static func redacted(
        _ notification: Notification, category: NotificationModel.Category?, application: String, count: Int,
        standardBody: String
    ) -> Notification {
        let options = category?.options ?? []
        let placeholder = category?.hiddenPreviewsBodyPlaceholder ?? ""
        var result = notification
        if !options.contains(.hiddenPreviewsShowTitle) { result.request.content.title = application }
        if !options.contains(.hiddenPreviewsShowSubtitle) { result.request.content.subtitle = "" }
        result.request.content.body = placeholder.isEmpty ? standardBody : placeholder.replacing("%u", with: "\(count)")
        result.request.content.attachments = []
        result.request.display.icon = nil
        result.request.display.isMarkup = false
        result.request.display.hints = result.request.display.hints.filter { $0.key == "suppress-sound" }
        return result
    }
}
