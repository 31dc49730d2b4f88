// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// A trigger that fires at the dates of recurrence rules (RFC 5545), and at single dates.
///
/// Linux only. Apple's repeating triggers have no beginning and no interval such as "every second week". A rule has
/// both. A day that doesn't exist is skipped, and a time that daylight saving time skips fires after the gap. The class
/// is Sendable because its objects never change.
nonisolated open class UNRuleNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// A date of a rule trigger.
    public enum Moment: Hashable, Sendable {
        /// A moment that is the same in every time zone.
        case date(Date)
        /// A local time in the trigger's time zone: year, month and day, and hour, minute and second, each 0 if nil.
        case reading(DateComponents)
    }

    /// The days to which the person's calendar limits a rule trigger.
    public enum Days: Hashable, Sendable {
        /// Every day.
        case all
        /// The person's workdays that are not holidays.
        case workdays
        /// All days but the person's holidays.
        case exceptHolidays
    }

    let recurrence: RecurrenceSet

    /// Creates a trigger.
    ///
    /// - Parameters:
    ///   - rule: Rules such as `FREQ=WEEKLY;INTERVAL=2`, one a line; nil for a trigger with dates only.
    ///   - start: The first date that the rules may have; nil is the moment of adding the request.
    ///   - dates: Dates besides those of the rules, at most 500.
    ///   - timeZone: The zone of the rules' clock; nil follows the person's time zone.
    ///   - days: Workdays alone, or all days except holidays; the person sets both in `config.toml`.
    /// - Throws: ``UNError/notificationInvalidNoDate`` for an invalid rule, a local time that doesn't exist, or a
    ///   trigger without dates.
    public convenience init(
        rule: String?, start: Moment? = nil, dates: [Moment] = [], timeZone: TimeZone? = nil, days: Days = .all
    ) throws {
        do {
            let zone = timeZone.flatMap { $0 == .autoupdatingCurrent ? nil : Zone($0) }
            let rules = try rule.map { try RecurrenceSet(parsing: $0).rules } ?? []
            var set = RecurrenceSet(rules, start: try start.map(Self.moment), timeZone: zone)
            set.dates = try dates.map(Self.moment)
            set.calendar = days.filter
            try set.validate()
            self.init(set)
        } catch {
            throw UNError(error)
        }
    }

    /// Creates a trigger that fires at `first`, even if the agent reads the request a little after `first`, and then at
    /// the dates of `recurrence`.
    package convenience init(_ recurrence: RecurrenceSet, first: Date? = nil) {
        self.init(carrying: Fields(repeats: Trigger.rule(recurrence).repeats, firstDate: first), recurrence)
    }

    /// The first date of a new request; nil is the first of ``rule`` and ``dates``.
    package var firstDate: Date? { fields.firstDate }

    public required init?(coder: NSCoder) {
        guard let set = coder.carried(RecurrenceSet.self) ?? Self.archived(coder) else { return nil }
        recurrence = set
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        // A rule trigger consists of texts, so encoding it can't fail.
        guard let data = try? JSONEncoder().encode(Trigger.rule(recurrence)) else { return }
        coder.encode(NSData(data: data), forKey: "rule")
    }

    private static func archived(_ coder: NSCoder) -> RecurrenceSet? {
        guard let data = coder.object([NSData.self], "rule") as? Data,
            case .rule(let set)? = try? JSONDecoder().decode(Trigger.self, from: data)
        else { return nil }
        return set
    }

    /// The rules, one a line; nil for a trigger with dates only.
    open var rule: String? { recurrence.rules.isEmpty ? nil : recurrence.text }
    /// The first date that the rules may have; nil is the moment of adding the request.
    open var start: Moment? { recurrence.start.map { Moment($0) } }
    /// Dates besides those of the rules.
    open var dates: [Moment] { recurrence.dates.map { Moment($0) } }

    /// The zone of the rules' clock; nil follows the person's time zone.
    open var timeZone: TimeZone? {
        recurrence.timeZone.flatMap {
            TimeZone(identifier: $0.identifier) ?? TimeZone(secondsFromGMT: $0.secondsFromGMT(for: .now))
        }
    }

    /// The days on which the trigger fires.
    open var days: Days { Days(recurrence.calendar) }

    /// Returns the first date after now; nil if there is none.
    ///
    /// Before the request is added, holidays are not left out, because only the agent knows them.
    open func nextTriggerDate() -> Date? {
        let now = Date.now
        if let scheduled = fields.scheduledDate, scheduled > now { return scheduled }
        return Trigger.rule(recurrence).nextDate(after: now, anchoredAt: now, in: .current)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNRuleNotificationTrigger)?.recurrence == recurrence
    }

    open override var hash: Int { recurrence.hashValue }

    private static func moment(_ moment: Moment) throws(Refusal) -> RecurrenceRule.Moment {
        switch moment {
        case .date(let date): return .instant(date)
        case .reading(let components):
            let local = LocalTime(
                year: components.year ?? 0, month: components.month ?? 0, day: components.day ?? 0,
                hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0)
            guard let local else {
                throw .invalidTrigger("a local time needs a year, a month and a day that exist, and a time of day")
            }
            return .local(local)
        }
    }
}

extension UNRuleNotificationTrigger.Days {
    fileprivate init(_ filter: DayFilter?) {
        switch filter {
        case nil: self = .all
        case .workdays: self = .workdays
        case .exceptHolidays: self = .exceptHolidays
        }
    }

    fileprivate var filter: DayFilter? {
        switch self {
        case .all: nil
        case .workdays: .workdays
        case .exceptHolidays: .exceptHolidays
        }
    }
}

extension UNRuleNotificationTrigger.Moment {
    fileprivate init(_ moment: RecurrenceRule.Moment) {
        switch moment {
        case .instant(let date): self = .date(date)
        case .local(let local):
            let day = local.civil
            self = .reading(
                DateComponents(
                    year: day.year, month: day.month, day: day.day, hour: local.hour, minute: local.minute,
                    second: local.second))
        }
    }
}
