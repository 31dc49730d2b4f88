// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Reminders with location triggers.

import CoreLocation
import UserNotifications

func remindAtWork() async {
    let center = CLLocationCoordinate2D(latitude: 37.335400, longitude: -122.009201)
    let region = CLCircularRegion(center: center, radius: 2000.0, identifier: "Headquarters")
    region.notifyOnEntry = true
    region.notifyOnExit = false
    let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
    let request = UNNotificationRequest(identifier: "work", content: UNMutableNotificationContent(), trigger: trigger)
    do {
        try await UNUserNotificationCenter.current().add(request)
    } catch {
        print(error.localizedDescription)
    }
    if let trigger = request.trigger as? UNLocationNotificationTrigger,
        let circle = trigger.region as? CLCircularRegion
    {
        let distance: CLLocationDistance = circle.radius
        let latitude: CLLocationDegrees = circle.center.latitude
        print(distance, latitude, circle.identifier, circle.contains(center), CLLocationCoordinate2DIsValid(center))
    }
}
