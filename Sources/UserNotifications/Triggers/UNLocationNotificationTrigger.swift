// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation

/// Fires when the person enters or leaves a region.
///
/// It can be made and kept, but not added yet: the agent knows no places.
/// Sendable: the region is a copy that nobody else has.
nonisolated open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let place: CLRegion?

    /// A trigger for a region, whose `notifyOnEntry` and `notifyOnExit` say which way.
    public convenience init(region: CLRegion, repeats: Bool) {
        let copy = region.copy()
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(Fields(repeats: repeats), copy))!
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

    /// The region; one at 0° north, 0° east without a name where an archive had none.
    open var region: CLRegion {
        (place?.copy() as? CLRegion) ?? CLCircularRegion(center: CLLocationCoordinate2D(), radius: 0, identifier: "")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNLocationNotificationTrigger)?.place == place
    }

    open override var hash: Int { place.hashValue }
}
