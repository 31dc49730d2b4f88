// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A notification that is archived when it is scheduled, and cancelled with the archive later.
import UIKitNotifications

let store = FileManager.default.temporaryDirectory.appendingPathComponent("belfry-\(UUID().uuidString)")

func schedule(_ text: String) throws {
    let notification = UILocalNotification()
    notification.fireDate = Date(timeIntervalSinceNow: 86_400)
    notification.alertBody = text
    notification.userInfo = ["list": [1, 2], "when": Date(timeIntervalSince1970: 0)]
    UIApplication.shared.scheduleLocalNotification(notification)
    let data = try NSKeyedArchiver.archivedData(withRootObject: notification, requiringSecureCoding: false)
    try data.write(to: store)
}

func cancel() throws {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try Data(contentsOf: store))
    unarchiver.requiresSecureCoding = false
    let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    guard let notification = object as? UILocalNotification else { return print("no archive") }
    print(notification.alertBody ?? "", notification.userInfo?["list"] as? [Int] ?? [])
    UIApplication.shared.cancelLocalNotification(notification)
}

do {
    try schedule("Dentist")
    try schedule("Dentist tomorrow")
    print(UIApplication.shared.scheduledLocalNotifications?.count ?? 0)
    try cancel()
    print(UIApplication.shared.scheduledLocalNotifications?.map { $0.alertBody ?? "" } ?? [])
    try FileManager.default.removeItem(at: store)
} catch {
    print("\(error)")
}
