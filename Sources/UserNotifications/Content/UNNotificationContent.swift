// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The content of a notification.
///
/// The class is Sendable because a lock guards the fields. Only ``UNMutableNotificationContent`` changes them.
nonisolated open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable
{
    private let lock = NSLock()
    private var lockedFields: ContentFields

    var fields: ContentFields {
        get { lock.withLock { lockedFields } }
        set { lock.withLock { lockedFields = newValue } }
    }

    /// Creates an empty content.
    public override init() {
        lockedFields = ContentFields()
        super.init()
    }

    convenience init(_ fields: ContentFields) {
        self.init()
        self.fields = fields
    }

    public required init?(coder: NSCoder) {
        lockedFields = ContentFields(coder)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { fields.encode(with: coder) }

    /// Files that are shown with the notification; desktops show the first picture.
    open var attachments: [UNNotificationAttachment] { fields.attachments }
    /// Number for the application's icon; nil leaves the icon unchanged, 0 removes the number.
    open var badge: NSNumber? { fields.badge }
    /// Text of the notification.
    open var body: String { fields.body }
    /// Identifier of the category, which supplies the actions.
    open var categoryIdentifier: String { fields.categoryIdentifier }
    /// Name of a launch image, which has no effect on Linux; the property exists for programs written for iOS.
    open var launchImageName: String { fields.launchImageName }
    /// Sound of the notification; nil is silent.
    open var sound: UNNotificationSound? { fields.sound }
    /// Second line of the notification.
    open var subtitle: String { fields.subtitle }
    /// Identifier of a thread; a digest groups the notifications of the same thread.
    open var threadIdentifier: String { fields.threadIdentifier }
    /// First line of the notification.
    open var title: String { fields.title }
    /// The application's own data, returned with every response; numbers are `NSNumber`.
    open var userInfo: [AnyHashable: Any] { fields.userInfo.values }
    /// Text for `%@` in the category's ``UNNotificationCategory/categorySummaryFormat``, when a digest sums up a group.
    open var summaryArgument: String { fields.summaryArgument }
    /// Number that the notification adds to `%u` in the category's summary format, at least 1; the default is 1.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }
    /// Identifier of the window or document that the application itself must bring to the front.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }
    /// Degree to which the notification may interrupt the person.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// Relevance from 0.0 to 1.0; a digest lists the notifications with the highest relevance first.
    open var relevanceScore: Double { fields.relevanceScore }
    /// Criteria for focus filters, which Linux lacks; the property serves programs written for Apple's systems.
    open var filterCriteria: String? { fields.filterCriteria }

    /// Always throws ``UNError/contentProvidingObjectNotAllowed``, because Linux has no objects that provide content.
    ///
    /// Set the sender's name as the title, the name of a group as the subtitle, and the conversation as the thread
    /// identifier; attach the sender's picture.
    open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        throw UNError(
            .contentProvidingObjectNotAllowed,
            reason: "\(type(of: provider)) can't provide content on Linux: set the sender's name as title, "
                + "the group's name as subtitle and the conversation as threadIdentifier, and attach the sender's picture"
        )
    }

    /// Returns this object, because it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a ``UNMutableNotificationContent`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return other === self || other.fields == fields
    }

    open override var hash: Int { fields.hashValue }
}

/// Protocol of objects that provide content on Apple's systems; Linux has no such objects.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

/// A message with attributed text, which can't be created on Linux, because that needs an `INSendMessageIntent`.
///
/// The class is Sendable because it has no state.
nonisolated open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding,
    @unchecked Sendable
{
    private override init() { super.init() }
}
