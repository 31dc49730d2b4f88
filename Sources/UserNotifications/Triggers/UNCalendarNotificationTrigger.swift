// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Fires when the wall clock matches date components.
///
/// Sendable: it never changes.
nonisolated open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let components: DateComponents

    /// A trigger that matches those components that are set.
    ///
    /// Without a time zone, or with `.autoupdatingCurrent`, it follows the zone that the person is in; any other
    /// stays. The components' calendar counts too, else the person's.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(dateMatching: dateComponents, repeats: repeats, scheduledDate: nil)
    }

    /// A trigger of a request that the agent has.
    convenience init(dateMatching dateComponents: DateComponents, repeats: Bool, scheduledDate: Date?) {
        let fields = Fields(repeats: repeats, scheduledDate: scheduledDate)
        // Not nil: this class's `init(coder:)` never fails.
        self.init(coder: Carrier(fields, dateComponents))!
    }

    public required init?(coder: NSCoder) {
        components =
            coder.carried(DateComponents.self)
            ?? coder.object(NSDateComponents.self, "dateComponents").map { $0 as DateComponents } ?? DateComponents()
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(dateComponents as NSDateComponents, forKey: "dateComponents")
    }

    /// The components as they were given.
    open var dateComponents: DateComponents { components }

    /// The first moment after now that matches; nil if nothing ever does.
    open func nextTriggerDate() -> Date? {
        nextTriggerDate(after: .now, in: .autoupdatingCurrent)
    }

    /// The first moment after `date` that matches, with `zone` for components without one.
    func nextTriggerDate(after date: Date, in zone: TimeZone) -> Date? {
        if let scheduled = fields.scheduledDate, scheduled > date { return scheduled }
        return model.nextDate(after: date, anchoredAt: date, in: zone == .autoupdatingCurrent ? .current : Zone(zone))
    }

    /// The trigger for the agent: components without a calendar are of the person's, which the agent can't know.
    var model: Trigger {
        var components = dateComponents
        if components.calendar == nil, Calendar.current.identifier != .gregorian { components.calendar = .current }
        return .calendar(CalendarComponents(components), repeats: repeats)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNCalendarNotificationTrigger)?.components == components
    }

    open override var hash: Int { components.hashValue }
}
