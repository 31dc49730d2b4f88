// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import CoreLocation
import UserNotifications

struct Zone {
    let name: String
    let latitude, longitude, radius: Double
}

extension Zone {
    var region: CLCircularRegion {
        let center = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        let region = CLCircularRegion(center: center, radius: radius, identifier: name)
        region.notifyOnEntry = true
        region.notifyOnExit = false
        return region
    }
}

func remind(at zone: Zone, _ content: UNNotificationContent) -> UNNotificationRequest {
    let trigger = UNLocationNotificationTrigger(region: zone.region, repeats: true)
    if let circle = trigger.region as? CLCircularRegion, circle.contains(CLLocationCoordinate2DMake(0, 0)) {
        print(circle.center.latitude, circle.radius as CLLocationDistance, circle.identifier)
    }
    return UNNotificationRequest(identifier: zone.name, content: content, trigger: trigger)
}
