// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// The changes that a content extension has made to a notification on the screen.
///
/// The content itself stays as it is: lists and responses have the original content. A drawing without any change says
/// that the extension has run for the notification, and is not started again to show it.
package struct Drawing: Hashable, Sendable {
    /// The title to show; nil shows the content's own title.
    package var title: String?
    /// The second line to show; nil shows the content's own subtitle.
    package var subtitle: String?
    /// The text to show; nil shows the content's own body.
    package var body: String?
    /// The absolute path of the picture to show, a copy in the agent's folder; nil for the content's own picture.
    package var picture: String?
    /// The extension's state as JSON; nil for none.
    package var state: String?
    /// Whether the extension was still running when the notification was shown.
    package var isUnfinished = false

    package init() {}

    /// The drawing of an extension that is still running.
    package static let unfinished: Drawing = {
        var drawing = Drawing()
        drawing.isUnfinished = true
        return drawing
    }()

    /// Tells whether the person sees no difference between this drawing and another.
    package func looksLike(_ other: Drawing) -> Bool {
        (title, subtitle, body, picture) == (other.title, other.subtitle, other.body, other.picture)
    }

    /// Returns a notification's content with the drawing's texts in place of its own.
    package func applied(to content: Content) -> Content {
        var drawn = content
        if let title { drawn.title = title }
        if let subtitle { drawn.subtitle = subtitle }
        if let body { drawn.body = body }
        return drawn
    }
}

extension Drawing: KeyCoded {
    package static let blank = Drawing()
    package static let codedKeys: CodedKeys<Drawing> = [
        .optional("title", \.title), .optional("subtitle", \.subtitle), .optional("body", \.body),
        .optional("picture", \.picture), .optional("state", \.state), .value("unfinished", \.isUnfinished),
    ]
}

/// The result of an action that a content extension has received.
package enum DrawnAction: Hashable, Sendable {
    /// The application gets the response, and the notification leaves the screen.
    case forwarded
    /// The notification leaves the screen, and no receiver (application, command, opening) gets the response.
    case dismissed
    /// The notification stays, and is drawn anew.
    case kept(Drawing)
}
