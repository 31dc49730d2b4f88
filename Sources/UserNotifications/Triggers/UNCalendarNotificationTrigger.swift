// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// A trigger that fires when the wall clock matches date components. The class is Sendable: its objects never change.
nonisolated open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let components: DateComponents

    /// Creates a trigger that matches the given components.
    ///
    /// If the components have no time zone, or `.autoupdatingCurrent`, the trigger follows the person's time zone. The
    /// trigger uses the components' calendar, or the person's calendar if the components have none.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(carrying: Fields(repeats: repeats), dateComponents)
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

    /// The components with which the trigger was created.
    open var dateComponents: DateComponents { components }

    /// Returns the first matching date after now; nil if no date matches.
    open func nextTriggerDate() -> Date? { nextTriggerDate(after: .now, in: .autoupdatingCurrent) }

    /// Returns the first matching date after `date`; `zone` is used for components without a time zone.
    package func nextTriggerDate(after date: Date, in zone: TimeZone) -> Date? {
        if let scheduled = fields.scheduledDate, scheduled > date { return scheduled }
        return model.nextDate(after: date, anchoredAt: date, in: zone == .autoupdatingCurrent ? .current : Zone(zone))
    }

    /// The trigger in the agent's type. Components without a calendar get the person's, which the agent doesn't know.
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
