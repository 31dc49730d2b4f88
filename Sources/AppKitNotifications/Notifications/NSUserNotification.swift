// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import LegacyNotifications
import UserNotifications

/// A notification that an application delivers or schedules itself.
///
/// Scheduling and delivering copy the object. The class may be used on any thread.
open class NSUserNotification: NSObject, NSCopying {
    /// The way in which the person responded to a notification.
    public enum ActivationType: Int, Sendable {
        /// There is no response.
        case none = 0
        /// The person opened the notification itself.
        case contentsClicked = 1
        /// The person pressed the action button.
        case actionButtonClicked = 2
        /// The person sent a text.
        case replied = 3
        /// The person pressed one of the additional actions.
        case additionalActionClicked = 4
    }

    private let values: Guarded<UserNotificationFields>
    private let outcome: Guarded<UserNotificationOutcome>

    public override init() {
        values = Guarded(UserNotificationFields())
        outcome = Guarded(UserNotificationOutcome())
        super.init()
    }

    convenience init(_ fields: UserNotificationFields, _ result: UserNotificationOutcome = .init()) {
        self.init()
        values.value = fields
        outcome.value = result
    }

    var fields: UserNotificationFields { values.value }

    var result: UserNotificationOutcome {
        get { outcome.value }
        set { outcome.value = newValue }
    }

    open func copy(with zone: NSZone? = nil) -> Any { NSUserNotification(fields, result) }

    /// Compares the identifiers; notifications without an identifier are equal if their properties are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSUserNotification else { return false }
        return fields.matches(other.fields)
    }

    open override var hash: Int { fields.identifier?.hashValue ?? fields.stored.hashValue }

    /// Does nothing, because programs set private properties of Apple's class, such as `_showsButtons`, by their names.
    open func setValue(_ value: Any?, forKey key: String) {}

    // MARK: - Content

    /// The title; without one the application's name is shown.
    open var title: String? {
        get { fields.title }
        set { values.change { $0.title = newValue } }
    }

    /// The line below the title.
    open var subtitle: String? {
        get { fields.subtitle }
        set { values.change { $0.subtitle = newValue } }
    }

    /// The text below the title and the subtitle.
    open var informativeText: String? {
        get { fields.informativeText }
        set { values.change { $0.informativeText = newValue } }
    }

    /// A picture beside the text.
    open var contentImage: NSImage? {
        get { fields.contentImage }
        set { values.change { $0.contentImage = newValue } }
    }

    /// The name of a sound, or ``NSUserNotificationDefaultSoundName``; nil is silent.
    open var soundName: String? {
        get { fields.soundName }
        set { values.change { $0.soundName = newValue } }
    }

    /// Data of the application, which must be a property list.
    open var userInfo: [String: Any]? {
        get { fields.userInfo.map { info in UserNotificationFields.named(info.values) } }
        set {
            let info = newValue.map { UserInfo($0) }
            values.change { $0.userInfo = info }
        }
    }

    /// Identifier of the notification: another notification with the same identifier replaces it. A notification
    /// without an identifier replaces none.
    open var identifier: String? {
        get { fields.identifier }
        set { values.change { $0.identifier = newValue } }
    }

    // MARK: - Buttons

    /// The title of the action button; the button is shown if it has a title.
    open var actionButtonTitle: String {
        get { fields.actionButtonTitle }
        set { values.change { $0.actionButtonTitle = newValue } }
    }

    /// The title of the button that closes the notification; the value has no effect: desktops choose this title.
    open var otherButtonTitle: String {
        get { fields.otherButtonTitle }
        set { values.change { $0.otherButtonTitle = newValue } }
    }

    /// Whether there is an action button; true by default.
    open var hasActionButton: Bool {
        get { fields.hasActionButton }
        set { values.change { $0.hasActionButton = newValue } }
    }

    /// Whether the person can send a text, in place of the action button; false by default.
    open var hasReplyButton: Bool {
        get { fields.hasReplyButton }
        set { values.change { $0.hasReplyButton = newValue } }
    }

    /// The text that is shown while the field for a reply is empty.
    open var responsePlaceholder: String? {
        get { fields.responsePlaceholder }
        set { values.change { $0.responsePlaceholder = newValue } }
    }

    /// Buttons besides the action button.
    open var additionalActions: [NSUserNotificationAction]? {
        get { fields.additionalActions }
        set { values.change { $0.additionalActions = newValue } }
    }

    // MARK: - Time

    /// Date at which a scheduled notification is delivered; with nil or a past date, it is delivered at once.
    open var deliveryDate: Date? {
        get { fields.deliveryDate }
        set { values.change { $0.deliveryDate = newValue } }
    }

    /// The zone of ``deliveryDate``: nil, the default, follows the person's time zone, and any other zone is fixed.
    open var deliveryTimeZone: TimeZone? {
        get { fields.deliveryTimeZone }
        set { values.change { $0.deliveryTimeZone = newValue } }
    }

    /// The interval after which the notification is delivered again, at least one minute.
    open var deliveryRepeatInterval: DateComponents? {
        get { fields.deliveryRepeatInterval }
        set { values.change { $0.deliveryRepeatInterval = newValue } }
    }

    // MARK: - Delivery and response

    /// Date of the delivery; nil before the delivery.
    open var actualDeliveryDate: Date? { result.date }
    /// Whether the notification was presented.
    open var isPresented: Bool { result.isPresented }
    /// Whether the notification came from a push server; always false.
    open var isRemote: Bool { false }
    /// The way in which the person responded; ``ActivationType/none`` before a response.
    open var activationType: ActivationType { result.activationType }
    /// The text that the person sent.
    open var response: NSAttributedString? { result.text.map { NSAttributedString(string: $0) } }
    /// The additional action that the person chose.
    open var additionalActivationAction: NSUserNotificationAction? { result.action }
}

/// The ``NSUserNotification/soundName`` of the desktop's own sound for notifications.
public let NSUserNotificationDefaultSoundName: String = "NSUserNotificationDefaultSoundName"
