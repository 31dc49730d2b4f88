// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentMachine
import ExtensionWire
import FoundationEssentials
import Triggers

/// The runs of each application's extension of one kind since the agent's start, for `doctor` and the journal.
struct RunRecord: Hashable, Sendable {
    /// The runs of one application.
    struct Line: Hashable, Sendable {
        /// Number of runs whose answer was used.
        var succeeded = 0
        /// Number of runs that failed.
        var failed = 0
        /// Number of notifications that were presented without a run of the application's extension.
        var bypassed = 0
        /// The failure of the last run; nil if it succeeded.
        var failure: RunFailure?
        /// Seconds since boot at which a failure was last logged.
        var loggedAt: TimeInterval?
    }

    /// Largest number of applications with a line of their own.
    private static let limit = 1000
    /// Seconds between two log lines about failures of one application.
    private static let hour: TimeInterval = 3600

    private let kind: ExtensionKind
    private var lines: [String: Line] = [:]

    init(of kind: ExtensionKind) { self.kind = kind }

    /// The word for a run of this kind of extension whose answer was used.
    private var success: String { kind == .service ? "rewritten" : "drawn" }

    /// Notes the result of a run: a failure, or nil for a success.
    mutating func note(_ failure: RunFailure?, of app: String) {
        change(app) { line in
            line.failure = failure
            if failure == nil { line.succeeded += 1 } else { line.failed += 1 }
        }
    }

    /// Notes an occurrence that was presented without a run; without a reason, the application has no extension.
    mutating func noteBypass(of app: String, _ reason: String?) {
        if reason != nil { change(app) { $0.bypassed += 1 } }
    }

    /// Returns whether a failure is to be logged, because none of the application was logged within the last hour; if
    /// so, notes the time.
    mutating func isFirstInHour(_ app: String, at now: TimeInterval) -> Bool {
        if let last = lines[app]?.loggedAt, now - last < Self.hour { return false }
        change(app) { $0.loggedAt = now }
        return true
    }

    private mutating func change(_ app: String, _ body: (inout Line) -> Void) {
        guard lines[app] != nil || lines.count < Self.limit else { return }
        body(&lines[app, default: Line()])
    }
}

extension RunRecord {
    private static let advice =
        "Try it with \"belfry extension run\"; the application's author can correct it. "
        + "\"belfry extension disable\" shows its notifications as they are sent."

    /// Returns the numbers of an application's runs by their result, and the failure of its last run.
    func results(of app: String) -> (counts: [String: Int], failure: RunFailure?) {
        guard let line = lines[app] else { return ([:], nil) }
        let counts = [success: line.succeeded, "failed": line.failed, "bypassed": line.bypassed]
        return (counts.filter { $0.value > 0 }, line.failure)
    }

    /// Describes the runs of each application's extension, and the pause of an extension that failed too often.
    ///
    /// - Parameters:
    ///   - clock: The agent's clock.
    ///   - pausedUntil: Returns the end of an application's pause in seconds since boot; nil without a pause.
    /// - Returns: A finding for each application whose extension was to run.
    func findings(_ clock: any WallClock, pausedUntil: (String) -> TimeInterval?) -> [Finding] {
        let name = "extensions.\(kind.rawValue)"
        return lines.sorted { $0.key < $1.key }.map { app, line in
            let text =
                "\(app): \(line.succeeded) \(success), \(line.failed) failed, \(line.bypassed) shown without a run"
            if let uptime = pausedUntil(app) {
                let end = (clock.now + (uptime - clock.sinceBoot)).rfc3339(in: clock.timeZone)
                return Finding(
                    name, .warning,
                    "\(text); paused until \(end), because it failed too often"
                        + (line.failure.map { ": \($0.sentence)" } ?? ""),
                    advice: Self.advice)
            }
            guard let failure = line.failure else { return Finding(name, text) }
            return Finding(name, .note, "\(text); the last run failed: \(failure.sentence)", advice: Self.advice)
        }
    }
}
