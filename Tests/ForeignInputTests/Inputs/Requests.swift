// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentInbox
import AgentInterface
import DBus
import FoundationEssentials
import TimeExpressions
@testable import Triggers

@testable import NotificationModel

/// Requests: refused with a message for a developer, or decoded, and then the same on the bus, in the store, and back.
enum Requests {
    /// Noon of a day between two changes of the clocks.
    static let now = Date(timeIntervalSince1970: 1_795_262_400)
    static let zone = Zone(identifier: "Europe/Berlin") ?? .gmt

    static func read(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes, words: words)
        try check(source.properties())
    }

    /// Decodes a dictionary as `Add`, `SetCategories` and the options of calls do.
    static func check(_ dictionary: Value) throws {
        try checkCategory(dictionary)
        for type in [AddOptions.self, PageOptions.self, AttachOptions.self] as [any Decodable.Type] {
            try refusing { _ = try DictionaryCoding.decode(type, from: dictionary) }
        }
        var reading: RequestReader.Reading?
        try refusing {
            let draft = try DictionaryCoding.decode(RequestDraft.self, from: dictionary)
            reading = try RequestReader(now: now, timeZone: zone).read(named(draft))
        }
        guard let reading else { return }
        try checkCoding(of: reading.request)
        for warning in reading.warnings { try checkCoding(of: warning.request) }
        if let due = reading.due { try Finding.unless(due >= now, "due at \(due), before now") }
        try Calls.check(reading.request)
        // A search over a year is too slow for millions of cases.
        guard let trigger = reading.request.trigger, !trigger.isCostly else { return }
        _ = Explanation(trigger, count: 2, anchor: now, .init(now: now, timeZone: zone))
    }

    /// The request with an identifier, which the inbox makes if there is none.
    private static func named(_ draft: RequestDraft) -> RequestDraft {
        var draft = draft
        if draft.request.identifier.isEmpty { draft.request.identifier = "made" }
        return draft
    }

    private static func checkCoding(of request: Request) throws {
        let properties = try DictionaryCoding.properties(of: request)
        let received = try DictionaryCoding.decode(Request.self, from: .properties(properties))
        try Finding.unless(received == request, "\(request) became \(received) on the bus")
        let stored = try JSONDecoder().decode(Request.self, from: JSONEncoder().encode(request))
        try Finding.unless(stored == request, "\(request) became \(stored) in the store")
    }

    private static func checkCategory(_ dictionary: Value) throws {
        var category: NotificationModel.Category?
        try refusing {
            category = try DictionaryCoding.decode(NotificationModel.Category.self, from: dictionary)
            try NotificationModel.Category.validate(category.map { [$0] } ?? [])
        }
        guard let category else { return }
        let properties = try DictionaryCoding.properties(of: category)
        let received = try DictionaryCoding.decode(NotificationModel.Category.self, from: .properties(properties))
        try Finding.unless(received == category, "\(category) became \(received)")
    }

    /// Ignores errors whose message says what is wrong.
    private static func refusing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let refusal as Refusal {
            try Finding.unless(
                names.contains { refusal.message.contains($0) }, "a refusal that names nothing: \(refusal)")
            try Finding.unless(!refusal.message.utf8.contains(0), "a refusal with U+0000: \(refusal)")
        }
    }

    /// Words that an error's message contains.
    private static let names = words + ["dictionary", "word", "time", "^"]
}
