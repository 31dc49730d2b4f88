// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
import LegacyNotifications
import UserNotifications

/// A notification that an application schedules itself.
///
/// Scheduling copies the object: later changes have no effect. Two objects are equal if all their properties are.
///
/// The class is isolated to the main actor, as in Apple's SDK; a file in Swift 5 mode may use it anywhere. Objects may
/// be created, copied, compared and archived on any thread.
@preconcurrency @MainActor
open class UILocalNotification: NSObject, NSCopying, NSCoding {
    nonisolated private let values: Guarded<LocalNotificationFields>
    nonisolated private let latest = Guarded<String?>(nil)

    public nonisolated override init() {
        values = Guarded(LocalNotificationFields())
        super.init()
    }

    nonisolated init(_ fields: LocalNotificationFields, identifier: String?) {
        values = Guarded(fields)
        super.init()
        latest.value = identifier
    }

    public nonisolated required init?(coder: NSCoder) {
        values = Guarded(LocalNotificationFields(coder))
        super.init()
        latest.value = coder.string("identifier")
    }

    open nonisolated func encode(with coder: NSCoder) {
        fields.encode(with: coder)
        coder.encode(identifier, "identifier")
    }

    open nonisolated func copy(with zone: NSZone? = nil) -> Any { UILocalNotification(fields, identifier: identifier) }

    open nonisolated override func isEqual(_ object: Any?) -> Bool {
        (object as? UILocalNotification)?.fields == fields
    }

    open nonisolated override var hash: Int { fields.hashValue }

    nonisolated var fields: LocalNotificationFields {
        get { values.value }
        set { values.value = newValue }
    }

    /// The identifier of the last request that was made of this object; the identifier is archived, too.
    nonisolated var identifier: String? {
        get { latest.value }
        set { latest.value = newValue }
    }

    // MARK: - Time

    /// Date on which the notification fires; with nil or a past date, the notification is presented at once.
    open var fireDate: Date? {
        get { fields.fireDate }
        set { fields.fireDate = newValue }
    }

    /// The zone in which ``fireDate`` is read as a time of day, which then follows the person's time zone.
    ///
    /// Nil, the default, makes the date a moment that is the same everywhere.
    open var timeZone: TimeZone? {
        get { fields.timeZone }
        set { fields.timeZone = newValue }
    }

    /// The unit after which the notification fires again; an empty value, the default, means never.
    ///
    /// A unit below a minute and several units at once are not supported: the notification then fires once, and one
    /// line on standard error says so.
    open var repeatInterval: NSCalendar.Unit {
        get { NSCalendar.Unit(rawValue: fields.repeatInterval) }
        set { fields.repeatInterval = newValue.rawValue }
    }

    /// The calendar whose months and years ``repeatInterval`` counts; nil is the person's calendar.
    open var repeatCalendar: Calendar? {
        get { fields.repeatCalendar }
        set { fields.repeatCalendar = newValue }
    }

    /// The region at whose border the notification fires; with a region, ``fireDate`` must be nil.
    ///
    /// The person must have allowed the application to use the location, see `UNLocationNotificationTrigger`.
    open var region: CLRegion? {
        get { fields.region?.copy() as? CLRegion }
        set { fields.region = newValue?.copy() as? CLRegion }
    }

    /// Whether the notification fires only at the first crossing of the border of ``region``; true by default.
    open var regionTriggersOnce: Bool {
        get { fields.regionTriggersOnce }
        set { fields.regionTriggersOnce = newValue }
    }

    // MARK: - Content

    /// The text, or the key of a text in `Localizable.strings`; nil if only a badge is set or a sound is played.
    ///
    /// Two percent signs stand for one percent sign.
    open var alertBody: String? {
        get { fields.alertBody }
        set { fields.alertBody = newValue }
    }

    /// The title, or its key in `Localizable.strings`; nil shows the application's name.
    open var alertTitle: String? {
        get { fields.alertTitle }
        set { fields.alertTitle = newValue }
    }

    /// Whether an action opens the notification; true by default. If false, a click dismisses the notification.
    open var hasAction: Bool {
        get { fields.hasAction }
        set { fields.hasAction = newValue }
    }

    /// The title of the action that opens the notification, or its key in `Localizable.strings`; nil is "Open".
    open var alertAction: String? {
        get { fields.alertAction }
        set { fields.alertAction = newValue }
    }

    /// The name of a launch image, which has no effect on Linux.
    open var alertLaunchImage: String? {
        get { fields.alertLaunchImage }
        set { fields.alertLaunchImage = newValue }
    }

    /// The name of a sound file, or ``UILocalNotificationDefaultSoundName``; nil is silent.
    open var soundName: String? {
        get { fields.soundName }
        set { fields.soundName = newValue }
    }

    /// Number for the application's icon; 0, the default, keeps the icon's number, and a negative one removes it.
    open var applicationIconBadgeNumber: Int {
        get { fields.badge }
        set { fields.badge = newValue }
    }

    /// Data of the application, which must be a property list.
    open var userInfo: [AnyHashable: Any]? {
        get { fields.userInfo?.values }
        set { fields.userInfo = newValue.map { UserInfo($0) } }
    }

    /// The identifier of a registered ``UIUserNotificationCategory``, which has the actions.
    open var category: String? {
        get { fields.category }
        set { fields.category = newValue }
    }
}

/// The ``UILocalNotification/soundName`` of the desktop's own sound for notifications.
public let UILocalNotificationDefaultSoundName: String = "UILocalNotificationDefaultSoundName"
