// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// The sound of a notification. The class is Sendable because its objects never change.
nonisolated open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let model: Sound

    /// Creates a sound by its name.
    public convenience init(named name: UNNotificationSoundName) { self.init(carrying: Sound(name: name.rawValue)) }

    public required init?(coder: NSCoder) {
        model =
            coder.carried(Sound.self)
            ?? Sound(
                name: coder.string("name"), isCritical: coder.number("critical")?.boolValue ?? false,
                volume: coder.number("volume")?.doubleValue)
        super.init()
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(model.name, "name")
        coder.encode(NSNumber(value: model.isCritical), "critical")
        coder.encode(model.volume.map { NSNumber(value: $0) }, "volume")
    }

    /// The desktop's own sound for notifications.
    open class var `default`: UNNotificationSound { UNNotificationSound(carrying: Sound.standard) }
    /// The default sound, played even while sounds are muted if the person allows critical alerts.
    open class var defaultCritical: UNNotificationSound { UNNotificationSound(carrying: Sound(isCritical: true)) }

    /// The default sound of a call.
    open class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(carrying: Sound(name: "phone-incoming-call"))
    }

    /// Returns the default critical sound with a volume, clamped to 0.0 to 1.0.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        self.init(carrying: Sound(isCritical: true, volume: share(volume)))
    }

    /// Returns the critical sound with a name.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        self.init(carrying: Sound(name: name.rawValue, isCritical: true))
    }

    /// Returns the critical sound with a name and a volume, clamped to 0.0 to 1.0.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float) -> Self {
        self.init(carrying: Sound(name: name.rawValue, isCritical: true, volume: share(volume)))
    }

    /// Returns the ringtone with a name.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        self.init(carrying: Sound(name: name.rawValue))
    }

    private static func share(_ volume: Float) -> Double { volume.isNaN ? 1 : Double(min(max(volume, 0), 1)) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.model == model }
    open override var hash: Int { model.hashValue }
}

/// The name of a sound: a file name, or a name of the sound naming specification.
public struct UNNotificationSoundName: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String

    /// Creates the name of a sound.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public init(rawValue: String) { self.rawValue = rawValue }
}
