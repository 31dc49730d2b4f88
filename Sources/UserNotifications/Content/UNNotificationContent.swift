// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a notification says.
///
/// Sendable: the fields are behind a lock, and only ``UNMutableNotificationContent`` changes them.
nonisolated open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding, @unchecked Sendable
{
    private let lock = NSLock()
    private var lockedFields: ContentFields

    var fields: ContentFields {
        get { lock.withLock { lockedFields } }
        set { lock.withLock { lockedFields = newValue } }
    }

    /// An empty content.
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

    /// Files that are shown with it; the first picture is the one the desktop shows.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// The number for the application's icon; nil leaves it as it is, 0 removes it.
    open var badge: NSNumber? { fields.badge }

    /// The text.
    open var body: String { fields.body }

    /// The category whose actions are offered.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// Kept for programs written for iOS; Linux has no launch images.
    open var launchImageName: String { fields.launchImageName }

    /// Nil is silent.
    open var sound: UNNotificationSound? { fields.sound }

    /// The second line.
    open var subtitle: String { fields.subtitle }

    /// Notifications of one thread belong together.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The first line.
    open var title: String { fields.title }

    /// The application's own data, which comes back with every response; numbers are `NSNumber`.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// Ignored, as by Apple's systems.
    open var summaryArgument: String { fields.summaryArgument }

    /// Ignored, as by Apple's systems; 1 unless it is set.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    /// The window or document to bring forward.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// How much the notification may interrupt.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// 0.0 to 1.0; the highest is featured in a summary.
    open var relevanceScore: Double { fields.relevanceScore }

    /// Kept for programs written for Apple's systems; Linux has no focus filters.
    open var filterCriteria: String? { fields.filterCriteria }

    /// Always throws ``UNError/contentProvidingObjectNotAllowed``: there is no object on Linux that may provide.
    open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        throw UNError(.contentProvidingObjectNotAllowed)
    }

    /// This same object: it never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A ``UNMutableNotificationContent`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return other === self || other.fields == fields
    }

    open override var hash: Int { fields.hashValue }
}
