// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

func localized(_ name: String, count: Int) -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = NSString.localizedUserNotificationString(forKey: "Alarm for %@", arguments: [name])
    content.subtitle = NSString.localizedUserNotificationString(forKey: "COUNT_%d", arguments: [NSNumber(value: count)])
    content.body = NSString.localizedUserNotificationString(forKey: "Rise and shine! It's morning time!", arguments: nil)
    content.summaryArgument = NSString.localizedUserNotificationString(forKey: "SUMMARY", arguments: [])
    content.summaryArgumentCount = count
    return content
}

func sounds() -> [UNNotificationSound?] {
    let bySingleton = UNNotificationSound.default
    let content = UNMutableNotificationContent()
    content.sound = .default
    content.sound = UNNotificationSound.default
    content.sound = .init(named: .init("x.caf"))
    content.sound = UNNotificationSound(named: UNNotificationSoundName("x.caf"))
    content.sound = UNNotificationSound(named: UNNotificationSoundName(rawValue: "x.caf"))
    content.sound = .init(named: UNNotificationSoundName.init(rawValue: "x.caf"))
    content.sound = .defaultCritical
    content.sound = .defaultCriticalSound(withAudioVolume: 0.5)
    content.sound = UNNotificationSound.criticalSoundNamed(UNNotificationSoundName("alarm.aiff"), withAudioVolume: 1.0)
    content.sound = .criticalSoundNamed(.init("alarm.aiff"))
    content.sound = .ringtoneSoundNamed(UNNotificationSoundName("ring.caf"))
    content.sound = .defaultRingtone
    content.sound = nil
    return [bySingleton, content.sound]
}

extension UNNotificationSoundName {
    static let bell = UNNotificationSoundName(rawValue: "bell.caf")
    static let gong = UNNotificationSoundName("gong.caf")
}

let bell = UNNotificationSound(named: .bell)
