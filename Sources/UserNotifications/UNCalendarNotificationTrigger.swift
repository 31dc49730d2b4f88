// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel

/// Fires when the wall clock matches date components.
///
/// Sendable: it never changes.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let components: DateComponents

    /// A trigger that matches those components that are set.
    ///
    /// Without a time zone, or with `.autoupdatingCurrent`, it follows the zone that the person is in; any other
    /// stays. The components' calendar counts too, else the Gregorian one.
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
        let now = Date.now
        if let scheduled = fields.scheduledDate, scheduled > now { return scheduled }
        return Trigger.calendar(dateComponents, repeats: repeats)
            .nextDate(after: now, anchoredAt: now, in: .autoupdatingCurrent)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNCalendarNotificationTrigger)?.components == components
    }

    open override var hash: Int { components.hashValue }
}
