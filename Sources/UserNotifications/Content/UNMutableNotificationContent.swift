// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A content that can be edited; ``UNNotificationContent`` documents the properties.
///
/// The class is Sendable because the lock of its superclass guards the fields.
nonisolated open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// Creates an empty content.
    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }

    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }

    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }

    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }

    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }

    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }

    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }

    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }

    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }

    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo.values }
        set { fields.userInfo = UserInfo(newValue) }
    }

    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }

    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = newValue }
    }

    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }

    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }

    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }

    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }

    /// True to let the application's service extension rewrite the content before it is presented; false by default.
    ///
    /// Linux only. A remote notification asks for the extension with the key `mutable-content`. On Apple's systems no
    /// service extension changes a notification that the application itself schedules. The property is false in the
    /// content that an extension gets or a response contains.
    public var isMutableContent: Bool {
        get { fields.isMutableContent }
        set { fields.isMutableContent = newValue }
    }

    /// Title of the action that opens the notification itself; an empty text means that there is no such action.
    ///
    /// Linux only. Nil, the default, is "Open" in the person's language if a click on the notification has an effect.
    /// Some servers draw the action as a button, others don't show its title. Without the action, a click on the
    /// notification dismisses it.
    public var defaultActionTitle: String? {
        get { fields.defaultActionTitle }
        set { fields.defaultActionTitle = newValue }
    }

    /// Returns an immutable content with the current values.
    open override func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(fields) }
}
