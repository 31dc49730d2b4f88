// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import Testing

/// The remaining text of a notification whose texts are hidden.
@Suite struct RedactionTests {
    private func redacted(_ category: NotificationModel.Category?, count: Int = 1) -> Notification {
        var content = Content(title: "Ann", body: "The code is 1234")
        content.subtitle = "Re: code"
        content.attachments = [Attachment(identifier: "a", url: "/a.png")]
        var display = DisplayHints()
        display.icon = "/secret.png"
        display.hints = ["x-kde-origin-name": .string("ann"), "suppress-sound": .boolean(true)]
        return Redaction.redacted(
            Notification(
                app: "app", request: Request(identifier: "r", content: content, display: display),
                date: Date(timeIntervalSince1970: 0), due: Date(timeIntervalSince1970: 0)),
            category: category, application: "Chat", count: count, standardBody: "Notification")
    }

    @Test func `the application's name and one word remain`() {
        let request = redacted(nil).request
        #expect(request.content.title == "Chat" && request.content.body == "Notification")
        #expect(request.content.subtitle.isEmpty && request.content.attachments.isEmpty)
        #expect(request.display.icon == nil)
        #expect(request.display.hints == ["suppress-sound": .boolean(true)])
    }

    @Test(
        arguments: [
            ([], "", "Chat||Notification"), (.hiddenPreviewsShowTitle, "%u new", "Ann||3 new"),
            (.hiddenPreviewsShowSubtitle, "A message", "Chat|Re: code|A message"),
            ([.hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle], "%u%u", "Ann|Re: code|33"),
        ] as [(CategoryOptions, String, String)])
    func `the category sets the remaining title, subtitle and body`(
        options: CategoryOptions, placeholder: String, shown: String
    ) {
        let category = NotificationModel.Category(
            identifier: "c", options: options, hiddenPreviewsBodyPlaceholder: placeholder)
        let content = redacted(category, count: 3).request.content
        #expect("\(content.title)|\(content.subtitle)|\(content.body)" == shown)
    }
}
