// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import NotificationModel
import TimeExpressions
import Triggers

/// Reads requests that fire at a place.
extension RequestReader {
    /// Reads a place, and the date until which the request waits for it.
    ///
    /// - Throws: ``Triggers/Refusal`` for a name that no place of the person has, or a value out of range.
    func use(_ place: PlaceDraft, until: String?, in reading: inout Reading) throws {
        var region = place.region
        if place.isReference {
            try Self.checkName(region.identifier)
            guard let known = places[region.identifier] else { throw Self.unknown(region.identifier, of: places) }
            region.area = known.area
        }
        try region.validate("trigger.region")
        if let note = region.widen() { reading.notes.append(note) }
        let trigger = Trigger.region(region, repeats: place.repeats, until: try end(until))
        reading.request.trigger = trigger
        reading.due = try trigger.firstDate(after: now, in: timeZone)
    }

    /// Returns the date at which a wait for a place ends; a day without a time means the day's end.
    ///
    /// - Throws: ``Triggers/Refusal`` for words that name no date.
    func end(_ words: String?) throws -> Date? {
        guard let words else { return nil }
        if let date = Date(rfc3339: words) { return date }
        let context = try context(zone: nil)
        do {
            return try TimeExpression.parseEnd(words, context)
        } catch {
            throw Refusal.invalidTrigger("until: " + error.rendered(in: words))
        }
    }

    private static func checkName(_ name: String) throws(Refusal) {
        guard name.isEmpty else { return }
        throw .invalidTrigger("trigger.region.identifier is empty; it must be the name of a place")
    }

    private static func unknown(_ name: String, of places: [String: Region]) -> Refusal {
        let names = places.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let known = names.isEmpty ? "there are none yet" : "there are \(names)"
        return .invalidTrigger("trigger.region.identifier is \"\(name)\", which is no place of yours; \(known)")
    }
}

extension Region {
    /// Gives a circle that is too small the smallest radius; returns a note about it, or nil for other regions.
    mutating func widen() -> String? {
        guard let circle, circle.radius < Circle.shortestRadius else { return nil }
        area = .circle(circle.watched)
        let radius = circle.radius == circle.radius.rounded() ? "\(Int(circle.radius))" : "\(circle.radius)"
        return "The radius of \(radius) m counts as 50 m, the smallest."
    }
}
