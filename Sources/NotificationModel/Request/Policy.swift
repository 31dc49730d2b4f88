// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import Triggers

/// Rules for presenting a request at its due time and after it.
package struct Policy: Hashable, Sendable {
    /// Treatment of a missed request; nil is the default: digest if the request repeats, else show.
    package var ifMissed: MissedPolicy?
    /// Repeated presentation of the notification until the person reacts; nil presents the notification once.
    package var nag: Nag?
    /// Time after which the request is no longer presented.
    package var expires: Date?
    /// Tells whether the agent wakes the machine from sleep for the request, if the agent is able to.
    package var isWaking = false
    /// Seconds by which the request may be late, so that the machine wakes up less often; 0 or more.
    package var leeway = 0.0

    /// Creates a policy with the defaults.
    package init() {}

    /// The shortest time between two reminders of one notification, in seconds.
    package static let shortestNag = 60.0
    /// The longest leeway, in seconds.
    package static let longestLeeway = 86_400.0
}

extension Policy: KeyCoded {
    package static let sharesDictionary = true
    package static let blank = Policy()
    package static let codedKeys: CodedKeys<Policy> = [
        .converted("ifMissed", \.ifMissed, read: { MissedPolicy($0, duration: DurationText.seconds) }, write: \.text),
        .converted("nag", \.nag, read: { Nag($0, duration: DurationText.seconds) }, write: \.text),
        .converted("expires", \.expires, read: { Date(rfc3339: $0) }, write: { $0.rfc3339(in: .gmt) }),
        .value("wake", \.isWaking),
        .converted("leeway", \.leewayAboveZero, read: DurationText.seconds, write: DurationText.text),
    ]

    private var leewayAboveZero: Double? {
        get { leeway > 0 ? leeway : nil }
        set { leeway = newValue ?? 0 }
    }
}

/// Treatment of a request whose due time was missed because the machine was off or asleep, or no agent ran.
package enum MissedPolicy: Hashable, Sendable {
    /// The request is presented late, and the notification says so.
    case show
    /// The request is not presented; it is listed among the missed requests.
    case skip
    /// The request joins the digest of its application's missed requests, unless it is over `maximumAge` seconds late.
    case digest(maximumAge: Double?)

    /// Reads `show`, `skip`, `digest` and `digest:2h`; `duration` converts the maximum age into seconds.
    package init?(_ text: String, duration: (String) -> Double?) {
        switch text {
        case "show": self = .show
        case "skip": self = .skip
        case "digest": self = .digest(maximumAge: nil)
        default:
            guard text.hasPrefix("digest:"), let age = duration(String(text.dropFirst(7))), age > 0 else { return nil }
            self = .digest(maximumAge: age)
        }
    }

    package var text: String {
        switch self {
        case .show: "show"
        case .skip: "skip"
        case .digest(nil): "digest"
        case .digest(let age?): "digest:\(DurationText.text(age))"
        }
    }
}

/// Repeated presentation of a notification until the person reacts.
package struct Nag: Hashable, Sendable {
    /// Seconds between two presentations; at least ``Policy/shortestNag``.
    package var interval: Double
    /// Number of repetitions after the first presentation; nil repeats without end.
    package var count: Int?

    package init(interval: Double, count: Int? = nil) {
        self.interval = interval
        self.count = count
    }

    /// Reads `5m` and `5mx3`; `duration` reads the interval before the `x`, in seconds.
    package init?(_ text: String, duration: (String) -> Double?) {
        var words = text
        var count: Int?
        if let mark = text.lastIndex(where: { "xX×".contains($0) }) {
            count = Int(text[text.index(after: mark)...].filter { $0 != " " })
            guard let count, (1...1000).contains(count) else { return nil }
            words = String(text[..<mark])
        }
        guard let interval = duration(words), interval >= Policy.shortestNag else { return nil }
        self.init(interval: interval, count: count)
    }

    package var text: String { DurationText.text(interval) + (count.map { "x\($0)" } ?? "") }
}

/// Durations in the stored form: a number and one unit, `90s`, `5m`, `2h`, `1d`.
///
/// TimeExpressions parses what people write and converts it into this form.
enum DurationText {
    private static let units: [(name: Character, seconds: Double)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    /// Returns the duration as a multiple of the largest unit that divides it.
    static func text(_ seconds: Double) -> String {
        for (name, size) in units where seconds >= size && (seconds / size).rounded() * size == seconds {
            return "\(Int(seconds / size))\(name)"
        }
        return "\(seconds)s"
    }

    /// Returns seconds; nil unless the text has the form that ``text(_:)`` returns.
    static func seconds(_ text: String) -> Double? {
        guard let last = text.last, let unit = units.first(where: { $0.name == last }),
            let number = Double(text.dropLast()), number.isFinite, number >= 0
        else { return nil }
        return number * unit.seconds
    }
}
