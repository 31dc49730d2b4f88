// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import NotificationModel
import Triggers

/// An event that the agent writes to an extension's standard input, as one line.
package enum ExtensionEvent: Hashable, Sendable {
    /// A notification arrived; this is the first line in a run of the extension.
    case didReceive(ExtensionDelivery)
    /// The person chose an action of a notification with an extension's picture; the first line of the extension's run.
    case action(ExtensionAction, ExtensionDelivery)
    /// The time of the extension's run is over soon: this is the extension's last chance to answer.
    case timeWillExpire
}

/// An action that the person chose.
package struct ExtensionAction: Hashable, Sendable {
    package let identifier: String
    /// The text that the person typed; nil without a text field.
    package let text: String?

    package init(identifier: String, text: String? = nil) { (self.identifier, self.text) = (identifier, text) }
}

/// A notification as an extension receives it.
package struct ExtensionDelivery: Hashable, Sendable {
    /// The time after which the extension's run is ended, counted from the start of the run.
    package var deadline: Duration
    package var app: String
    /// The person's locale, such as `de_DE.UTF-8`.
    package var locale: String
    package var request: ExtensionRequest
    /// The notification's own content or, for a content extension, the content as the person sees it. An attachment
    /// whose file is in ``attachmentsFolder`` is sent with the file name.
    package var content: Content
    /// Absolute path of the folder for the files of the extension's answer, as the extension sees it.
    package var attachmentsFolder: String
    /// The picture that a content extension draws; nil for a service extension.
    package var picture: ExtensionPicture?
    /// The state that the content extension returned last; nil before its first answer.
    package var state: JSONValue?

    package init(
        deadline: Duration, app: String, locale: String, request: ExtensionRequest, content: Content,
        attachmentsFolder: String, picture: ExtensionPicture? = nil, state: JSONValue? = nil
    ) {
        (self.deadline, self.app, self.locale, self.request) = (deadline, app, locale, request)
        (self.content, self.attachmentsFolder) = (content, attachmentsFolder)
        (self.picture, self.state) = (picture, state)
    }
}

/// The request of a notification, as far as an extension needs it.
package struct ExtensionRequest: Hashable, Sendable {
    /// The kind of a request's trigger.
    package enum Trigger: String, CaseIterable, Hashable, Sendable {
        case push, timeInterval, calendar, rule, location, sun
    }

    package let identifier: String
    /// The kind of trigger; nil if the request fired at once.
    package let trigger: Trigger?
    /// The date at which the notification was delivered.
    package let date: Date

    package init(identifier: String, trigger: Trigger?, date: Date) {
        (self.identifier, self.trigger, self.date) = (identifier, trigger, date)
    }

    /// Creates the description of a request that was delivered at a date.
    package init(_ request: Request, date: Date) {
        let kind: Trigger? =
            switch request.trigger {
            case _ where request.isRemote: .push
            case nil: nil
            case .timeInterval?: .timeInterval
            case .calendar?: .calendar
            case .rule?: .rule
            case .sun?: .sun
            case .region?: .location
            }
        self.init(identifier: request.identifier, trigger: kind, date: date)
    }
}

/// The picture that a content extension is to draw.
package struct ExtensionPicture: Hashable, Sendable {
    /// The person's choice of light or dark colours.
    package enum ColorScheme: String, CaseIterable, Hashable, Sendable {
        case light, dark
    }

    /// The width in pixels, at most ``ExtensionWire/pictureLimit``.
    package let width: Int
    /// The height in pixels, at most ``ExtensionWire/pictureLimit``.
    package let height: Int
    /// Pixels for each unit of length; 1 if the screen's scale is unknown.
    package let scale: Double
    package let colorScheme: ColorScheme

    package init(width: Int, height: Int, scale: Double = 1, colorScheme: ColorScheme = .light) {
        (self.width, self.height, self.scale, self.colorScheme) = (width, height, scale, colorScheme)
    }
}
