// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials

/// The command `belfry where`: shows the machine's position, and the places that reminders wait for.
struct Where: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "where", abstract: "Show where this machine is, and how far the places of reminders are.",
        discussion: """
            The position is the last one that was found. The exit status is 3 if none is known.

            belfry where --now
            """)

    @Flag(help: "Look for the position now, for at most a minute.")
    var now = false

    @OptionGroup var json: JSONOption
    @OptionGroup var owner: ApplicationOption

    func run() async throws {
        let agent = try await owner.session().agent
        try await LocationConsent(agent).ask()
        let answer = try await agent.location(wait: now ? 60 : 0)
        let fences = answer["fences"]?.array?.compactMap(\.properties) ?? []
        try json.print(answer, or: [Self.position(answer)].compactMap(\.self) + fences.map(Self.line))
        if let trouble = answer["trouble"]?.string { Console.say(trouble) }
        guard answer["latitude"] == nil else { return }
        throw Failure.withoutDocument(.noMatch, "the position is not known; \"belfry where --now\" looks for it")
    }

    private static func position(_ answer: [String: Value]) -> String? {
        guard let latitude = answer["latitude"]?.double, let longitude = answer["longitude"]?.double else { return nil }
        let age = max(0, Date.now.timeIntervalSince1970 - (answer["dateUnix"]?.double ?? 0))
        let source = (answer["source"]?.string ?? "").onOneLine
        let words = [
            "\(PlaceWords.degrees(latitude)),\(PlaceWords.degrees(longitude))",
            "within \(PlaceWords.metres(answer["accuracy"]?.double ?? 0))",
            age < 120 ? "\(Int(age)) s ago" : "\(Int(age / 60)) min ago", source.isEmpty ? nil : "from \(source)",
        ]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    private static func line(_ fence: [String: Value]) -> String {
        let name = (fence["region"]?.properties?["identifier"]?.string ?? "").onOneLine
        let side = fence["inside"]?.bool.map { $0 ? "you are there" : "you are not there" } ?? "not known yet"
        let distance = fence["distance"]?.double.map { ", \(PlaceWords.metres($0)) away" } ?? ""
        return "\((fence["identifier"]?.string ?? "").onOneLine)  \(name): \(side)\(distance)"
    }
}
