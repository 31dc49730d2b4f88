// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// The events and tasks of an iCalendar file (RFC 5545), and the lines that can't be read.
///
/// Reading never fails: a file that is no calendar has no events, and problems.
package struct CalendarFile: Hashable, Sendable {
    /// Events and tasks in the order of the file, also those that have passed or are cancelled.
    package private(set) var events: [CalendarEvent] = []
    /// Lines that can't be read, in order.
    package private(set) var problems: [CalendarProblem] = []

    /// Maximum number of events and tasks; the rest of a larger file is not read.
    package static let mostEvents = 10_000

    /// Returns whether a text begins like a calendar file.
    package static func recognizes(_ bytes: some Sequence<UInt8>) -> Bool {
        let head = String(decoding: Array(bytes.prefix(512)), as: UTF8.self).drop {
            $0.isWhitespace || $0 == "\u{FEFF}"
        }
        return head.prefix(15).uppercased().hasPrefix("BEGIN:VCALENDAR")
    }

    /// Reads a calendar file.
    package init(_ bytes: [UInt8]) {
        let reader = ComponentReader.read(bytes)
        problems = reader.problems
        var zones = CalendarZones(reader.components)
        for component in reader.components {
            switch component.name {
            case "VEVENT", "VTODO": break
            case "VTIMEZONE": continue
            default:
                problems.append(CalendarProblem(line: component.line, "\(component.name) is no event and no task"))
                continue
            }
            guard events.count < Self.mostEvents else {
                problems.append(
                    CalendarProblem(
                        line: component.line, "the limit is \(Self.mostEvents) events; the rest is left out"))
                break
            }
            var reader = EventReader(component, zones)
            do throws(CalendarProblem) {
                events.append(try reader.read())
            } catch {
                problems.append(error)
            }
            problems += reader.problems
            zones = reader.zones
        }
        dropOldVersions()
        replaceOccurrences()
        problems.sort { ($0.line, $0.message) < ($1.line, $1.message) }
        problems = Array(problems.prefix(ComponentReader.mostProblems))
    }

    /// Keeps the version of each event with the highest `SEQUENCE`; if several versions have it, the first of them. A
    /// version with the same contents as the kept one stays, too.
    private mutating func dropOldVersions() {
        struct Identity: Hashable {
            let uid: String
            let occurrence: CalendarTime?
        }
        var best: [Identity: CalendarEvent] = [:]
        func identity(_ event: CalendarEvent) -> Identity { Identity(uid: event.uid, occurrence: event.recurrenceID) }
        for event in events where !event.uid.isEmpty {
            if let other = best[identity(event)], other.sequence >= event.sequence { continue }
            best[identity(event)] = event
        }
        events.removeAll { event in
            guard let kept = best[identity(event)], kept.line != event.line, !kept.says(event) else { return false }
            problems.append(
                CalendarProblem(
                    line: event.line, "the event of line \(kept.line) has the same UID, and counts instead of this one")
            )
            return true
        }
    }

    /// Removes from repeating events the occurrences that other events of the file replace.
    private mutating func replaceOccurrences() {
        var replaced: [String: [CalendarTime]] = [:]
        for event in events where !event.uid.isEmpty {
            if let time = event.recurrenceID { replaced[event.uid, default: []].append(time) }
        }
        guard !replaced.isEmpty else { return }
        var kept: [CalendarEvent] = []
        for var event in events {
            if event.repeats, event.recurrenceID == nil, let times = replaced[event.uid] {
                guard event.exceptions.count + times.count <= RecurrenceSet.longestDates else {
                    problems.append(
                        CalendarProblem(
                            line: event.line,
                            "more than \(RecurrenceSet.longestDates) occurrences are left out or moved"))
                    continue
                }
                event.exceptions += times
            }
            kept.append(event)
        }
        events = kept
    }
}
