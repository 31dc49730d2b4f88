// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A trigger that fires an interval after its request was added. The class is Sendable: its objects never change.
nonisolated open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let interval: TimeInterval

    /// Creates a trigger. As on Apple's systems, an interval that is out of range is a programming error and traps.
    ///
    /// - Parameters:
    ///   - timeInterval: Seconds after the request is added; more than 0, and at least 60 if it repeats.
    ///   - repeats: True to fire again after each delivery.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.init(carrying: Fields(repeats: repeats), timeInterval)
    }

    public required init?(coder: NSCoder) {
        interval = coder.carried(TimeInterval.self) ?? coder.real("timeInterval")
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(timeInterval, forKey: "timeInterval")
    }

    /// The interval in seconds with which the trigger was created; the value doesn't count down.
    open var timeInterval: TimeInterval { interval }

    /// Returns the next fire date.
    ///
    /// A trigger from the center has a fixed date. A new trigger counts from now at each call, as Apple's does.
    open func nextTriggerDate() -> Date? {
        guard let scheduled = fields.scheduledDate else { return Date(timeIntervalSinceNow: timeInterval) }
        let missed = (Date.now.timeIntervalSince(scheduled) / timeInterval).rounded(.down) + 1
        guard repeats, missed.isFinite, missed > 0 else { return scheduled }
        return scheduled + missed * timeInterval
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? UNTimeIntervalNotificationTrigger)?.interval == interval
    }

    open override var hash: Int { interval.hashValue }
}
