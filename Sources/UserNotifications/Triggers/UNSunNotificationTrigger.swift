// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
import Triggers

/// A trigger that fires at sunrise or at sunset, or some time before or after it.
///
/// Linux only. The dates are moments, so that they don't follow the person's time zone. A day on which the sun doesn't
/// rise or set is skipped. Adding the request fails with ``UNError/Code/notificationInvalidNoDate`` for an offset of
/// more than 12 hours, for coordinates out of range, for a place where the event doesn't occur within a year, and
/// without a coordinate if `config.toml` has no place. The class is Sendable because its objects never change.
nonisolated open class UNSunNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The beginning or the end of the daylight.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// The upper edge of the sun appears at a flat horizon.
        case sunrise
        /// The upper edge of the sun disappears at a flat horizon.
        case sunset
    }

    let sun: SunTrigger

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - event: Sunrise or sunset.
    ///   - offset: Seconds after the event, negative before it; rounded to whole seconds.
    ///   - coordinate: The place; nil is the place that the person has set.
    ///   - repeats: Whether the request fires every day.
    public convenience init(
        event: Event, offset: TimeInterval = 0, coordinate: CLLocationCoordinate2D? = nil, repeats: Bool
    ) {
        // An offset that is no number, or too large, is refused when the request is added.
        let seconds = Int(exactly: offset.rounded()) ?? Int.max / 2
        let place = coordinate.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        let sun = SunTrigger(event == .sunrise ? .sunrise : .sunset, offset: seconds, at: place, repeats: repeats)
        self.init(carrying: Fields(repeats: repeats), sun)
    }

    public required init?(coder: NSCoder) {
        guard let sun = coder.carried(SunTrigger.self) ?? Self.archived(coder) else { return nil }
        self.sun = sun
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        // An offset or a coordinate that is no number can't be written; the archive is then refused when it is read.
        guard let data = try? JSONEncoder().encode(Trigger.sun(sun)) else { return }
        coder.encode(NSData(data: data), forKey: "sun")
    }

    private static func archived(_ coder: NSCoder) -> SunTrigger? {
        guard let data = coder.object([NSData.self], "sun") as? Data,
            case .sun(let sun)? = try? JSONDecoder().decode(Trigger.self, from: data)
        else { return nil }
        return sun
    }

    /// Sunrise or sunset.
    open var event: Event { sun.event == .sunrise ? .sunrise : .sunset }
    /// Seconds after sunrise or sunset; negative before sunrise or sunset.
    open var offset: TimeInterval { TimeInterval(sun.offset) }
    /// The place; nil is the place that the person has set.
    open var coordinate: CLLocationCoordinate2D? {
        sun.place.map { CLLocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// Returns the first date after now; nil if there is none, or if only the agent knows the place.
    open func nextTriggerDate() -> Date? {
        let now = Date.now
        if let scheduled = fields.scheduledDate, scheduled > now { return scheduled }
        return Trigger.sun(sun).nextDate(after: now, anchoredAt: now, in: .gmt)
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNSunNotificationTrigger)?.sun == sun }

    open override var hash: Int { sun.hashValue }
}
