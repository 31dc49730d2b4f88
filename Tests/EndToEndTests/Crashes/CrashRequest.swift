// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What the model knows of one identifier.
struct CrashRequest {
    /// What is pending.
    struct Waiting {
        let version: Int
        /// In seconds of the test clock.
        var due: Double
        /// For a repeating one: every so many seconds, counted from its adding.
        var interval: Double?
        let reportsDismissal: Bool
    }

    let identifier: String
    /// The last version that was given out, whatever became of it.
    var lastVersion = 0
    var waiting: Waiting?
    /// The newest that has fired and is delivered.
    var occurrence: CrashOccurrence?
    /// Those that are over: responses to them may still come.
    var past: [CrashOccurrence] = []
    /// What was under way when the agent died.
    var unsure: CrashAct?

    /// What a notification of this version is called.
    func title(_ version: Int) -> String { "\(identifier) v\(version)" }

    /// The identifier and version in a title.
    static func parse(_ title: String) -> (identifier: String, version: Int)? {
        let words = title.split(separator: " v")
        guard words.count == 2, let version = Int(words[1]) else { return nil }
        return (String(words[0]), version)
    }

    /// It was done.
    mutating func apply(_ act: CrashAct, at now: Double) {
        switch act {
        case .add(let version, let seconds, let repeats, let reportsDismissal):
            let waiting = Waiting(
                version: version, due: now + (seconds ?? 0), interval: repeats ? seconds : nil,
                reportsDismissal: reportsDismissal)
            // At once: what is pending under its name goes, as for any other.
            self.waiting = waiting
        case .removePending: waiting = nil
        case .removeDelivered: end()
        case .snooze(let seconds): putOff(until: now + seconds)
        case .press, .dismiss: break
        }
    }

    /// It comes back later, once.
    mutating func putOff(until due: Double) {
        if let occurrence {
            waiting = Waiting(
                version: occurrence.version, due: due, interval: nil, reportsDismissal: occurrence.reportsDismissal)
            end()
        } else {
            waiting?.due = due
        }
    }

    mutating func end() {
        if let occurrence { past.append(occurrence) }
        occurrence = nil
    }

    /// Its moment has come, if it has; in `now` a repeating one is on time again.
    mutating func fire(at now: Double) {
        guard var next = waiting, next.due <= now else { return }
        end()
        occurrence = CrashOccurrence(next)
        if let interval = next.interval {
            while next.due <= now { next.due += interval }
            waiting = next
        } else {
            waiting = nil
        }
    }
}
