// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation

/// A trigger that fires when the person enters or leaves a region.
///
/// The request fires whether the program runs or not. If the person is already in the region when the request is added,
/// only a later arrival counts. The person must have allowed the application to use the location (`CLLocationManager`
/// in the module CoreLocation); adding a request asks the person, and the request waits for the answer. A radius of
/// less than 50 metres counts as 50. Adding the request fails with ``UNError/Code/notificationInvalidNoDate`` for a
/// region that is no circle, that is out of range or larger than 400 kilometres, and with
/// ``UNError/Code/notificationsNotAllowed`` if 20 requests of the application wait for regions. The class is Sendable
/// because the region is a private copy.
nonisolated open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let place: CLRegion?

    /// Creates a trigger for a region, whose `notifyOnEntry` and `notifyOnExit` select the direction.
    public convenience init(region: CLRegion, repeats: Bool) {
        let copy = region.copy()
        self.init(carrying: Fields(repeats: repeats), copy)
    }

    public required init?(coder: NSCoder) {
        place =
            coder.carried(CLRegion.self)
            ?? coder.object([CLRegion.self, CLCircularRegion.self], "region") as? CLRegion
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(place, forKey: "region")
    }

    /// A copy of the region; if the archive had none, a region without an identifier at 0° north, 0° east.
    open var region: CLRegion {
        (place?.copy() as? CLRegion) ?? CLCircularRegion(center: CLLocationCoordinate2D(), radius: 0, identifier: "")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNLocationNotificationTrigger)?.place == place
    }

    open override var hash: Int { place.hashValue }
}
