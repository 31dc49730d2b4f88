// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer

/// A model of the requests of an application that wants one notification for all missed ones.
///
/// Each request is shown by itself or as a line of a digest, and in exactly one of these ways.
struct CrashDigests {
    /// A line of a digest, or a title on the screen.
    private struct Sighting {
        /// The title, or the digest's text.
        let key: String
        let notification: ReceivedNotification
        var isNoted = false
        /// Whether the notification's number is on disk.
        var isNumbered = false
    }

    private struct Member {
        let due: Double
        var isSure: Bool
        var sightings: [Sighting] = []
    }

    static let app = "org.example.Digests"
    /// The prefix of a digest's identifier among the application's requests.
    private static let identifier = "belfry.digest"
    /// The digests are shown one after another, with pauses.
    private static let patience = 5.0

    private var members: [String: Member] = [:]
    private var last = 0
    /// The number of digests that were shown.
    private(set) var count = 0

    var isSure: Bool { members.values.allSatisfy(\.isSure) }

    /// Makes a further request; the number of waiting ones is limited by the number of lines in a digest.
    mutating func newIdentifier() -> String? {
        guard members.values.count(where: { $0.sightings.isEmpty }) < 6 else { return nil }
        last += 1
        return "d\(last)"
    }

    mutating func add(_ identifier: String, due: Double, isSure: Bool) {
        members[identifier] = Member(due: due, isSure: isSure)
    }

    /// Takes this application's notifications out of the shown ones, and compares them with the model.
    ///
    /// - Returns: The faults: lost requests, and requests that were shown twice.
    mutating func check(
        _ time: CrashRequest.Time, pending: [String: [CrashList.Row]], _ seen: inout CrashObservations,
        isTied: Bool, _ figures: inout CrashFigures
    ) -> (lost: [String], repeated: [String]) {
        var (lost, repeated): ([String], [String]) = ([], [])
        var others: [ReceivedNotification] = []
        for notification in seen.shown {
            let names = Self.members(in: notification).filter { members[$0] != nil }
            if names.isEmpty { others.append(notification) }
            if names.first.map({ !notification.summary.hasPrefix("\($0) v") }) == true { count += 1 }
            for name in names where !see(name, notification, seen, isTied, &figures) {
                repeated.append("\(name) in \(notification.summary)")
            }
        }
        seen.shown = others
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            let waits = pending[name] != nil
            if member.due > time.now, !member.isSure {
                // The agent died before its reply: the request may have been added or not.
                members[name]?.isSure = true
                if !waits { members[name] = nil }
            } else if member.due > time.now, !waits {
                lost.append("\(name) should be pending")
            } else if member.due <= time.now, waits {
                repeated.append("\(name) is pending, and was due")
            } else if member.due <= time.now, member.sightings.isEmpty,
                time.now - max(time.born, member.due) > Self.patience
            {
                if member.isSure { lost.append("\(name) of \(member.due) was not shown by \(time.now)") }
                members[name] = nil
            }
        }
        noteAll(seen)
        return (lost, repeated)
    }

    /// Marks all present showings as persisted; a client was told of those before them.
    private mutating func noteAll(_ seen: CrashObservations) {
        for name in members.keys {
            guard var sightings = members[name]?.sightings, let last = sightings.last?.notification else { continue }
            for index in sightings.indices {
                let sender = sightings[index].notification.sender
                if sender == last.sender || seen.isNoted(event(of: name, sightings[index]), by: sender) {
                    sightings[index].isNumbered = true
                }
                sightings[index].isNoted = true
            }
            members[name]?.sightings = sightings
        }
    }

    private func event(of name: String, _ sighting: Sighting) -> String {
        sighting.key == sighting.notification.summary ? name : Self.identifier
    }

    /// Whether the number of this notification is on disk.
    func isNumbered(_ notification: ReceivedNotification) -> Bool {
        members.values.flatMap(\.sightings).contains {
            $0.isNumbered && $0.notification.id == notification.id && $0.notification.sender == notification.sender
        }
    }

    /// False if the request was shown before, and must not be shown again.
    private mutating func see(
        _ name: String, _ notification: ReceivedNotification, _ seen: CrashObservations, _ isTied: Bool,
        _ figures: inout CrashFigures
    ) -> Bool {
        let key = notification.summary.hasPrefix("\(name) v") ? notification.summary : notification.body
        let sighting = Sighting(key: key, notification: notification)
        defer { members[name]?.sightings.append(sighting) }
        guard let sightings = members[name]?.sightings, let former = sightings.last else {
            figures.shown += 1
            return true
        }
        // The request is in a digest and by itself, or in two digests.
        guard former.key == key, former.notification.sender != notification.sender else { return false }
        if isTied, former.notification.id == notification.replacesID { return true }
        figures.shownAgain += 1
        return !former.isNoted && !seen.isNoted(event(of: name, former), by: former.notification.sender)
    }

    private static func members(in notification: ReceivedNotification) -> [String] {
        let lines = [notification.summary] + notification.body.split(separator: "\n").map(String.init)
        return lines.compactMap { line in
            guard let word = line.split(separator: " ").dropLast().last, line.hasSuffix(" v1"), word.hasPrefix("d")
            else {
                return nil
            }
            return String(word)
        }
    }

    /// Whether this notification is one of the application's requests.
    static func isOurs(_ notification: ReceivedNotification) -> Bool { !members(in: notification).isEmpty }
}
