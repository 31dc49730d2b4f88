// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry place`: manages the places that reminders can wait for.
struct PlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Name the places at which reminders can come.",
        discussion: """
            A place is a circle on the map, or a Wi-Fi network that is there. Most desktops without satellite \
            reception know their position only to tens of kilometres; a network works on all that have Wi-Fi and \
            NetworkManager.

            belfry place add home --wifi
            belfry remind --arrive home -- water the plants
            """,
        subcommands: [AddOne.self, ShowAll.self, RemoveOne.self])

    struct AddOne: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Name a place; one of the same name is replaced.",
            discussion: """
                Reminders that wait for a place already keep it as it was.

                belfry place add home --wifi
                belfry place add office --wifi Office-Net
                belfry place add park --here --radius 200m
                belfry place add station 52.525,13.369 --radius 300m
                """)

        @Argument(help: ArgumentHelp("The name of the place.", valueName: "name"))
        var name: String

        @Argument(help: ArgumentHelp("Its latitude and longitude in degrees: 52.52,13.405.", valueName: "lat,lon"))
        var point: String?

        @Flag(help: "The place is where this machine is now.")
        var here = false

        @Option(
            defaultAsFlag: "",
            help: ArgumentHelp(
                "The place has this Wi-Fi network; without a name the one that this machine is connected to now.",
                valueName: "ssid"))
        var wifi: String?

        @Option(help: ArgumentHelp("The radius: 200m or 1.5km (default: 150m).", valueName: "length"))
        var radius: String?

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func validate() throws {
            let ways = [point != nil, here, wifi != nil].count { $0 }
            guard ways == 1 else {
                throw ValidationError(
                    ways == 0
                        ? "Where is it? Give --wifi, --here, or a point such as 52.52,13.405."
                        : "--wifi, --here and a point exclude each other.")
            }
            if let point { _ = try PlaceArgument(point, "the point") }
            guard let radius else { return }
            guard point != nil || here else { throw ValidationError("--radius needs --here or a point.") }
            guard PlaceArgument.metres(radius) != nil else {
                throw ValidationError("--radius: \"\(radius)\" is not a length such as 200m or 1.5km.")
            }
        }

        func run() async throws {
            let session = try await owner.session()
            var place: [String: Value] = ["identifier": .string(name)]
            var options: [String: Value] = [:]
            let metres = radius.flatMap(PlaceArgument.metres)
            if let point {
                place.merge(try PlaceArgument(point, "the point").properties) { $1 }
                if let metres { place["radius"] = .double(metres) }
            } else if here {
                try await LocationConsent(session.agent).ask()
                options["here"] = .boolean(true)
                if let metres { options["radius"] = .double(metres) }
            } else if let wifi, !wifi.isEmpty {
                place["networks"] = .strings([wifi])
            } else {
                options["network"] = .boolean(true)
            }
            let stored = try await session.agent.setPlace(place, options)
            for note in stored["notes"]?.strings ?? [] { Console.say(note) }
            try json.print(stored, or: [PlaceWords.line(stored)])
        }
    }

    struct ShowAll: DocumentCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the places.")

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            let places = try await owner.session().agent.places()
            if places.isEmpty { Console.say("there are no places yet; see \"belfry place add --help\"") }
            for place in places { try json.print(place, or: [PlaceWords.line(place)]) }
        }
    }

    struct RemoveOne: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Forget a place; reminders that wait for it stay.",
            discussion: "The exit status is 3 if there is no place of that name.")

        @Argument(help: ArgumentHelp("The name of the place.", valueName: "name"))
        var name: String

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            guard try await owner.session().agent.removePlace(name) else {
                throw Failure(.noMatch, "there is no place \"\(name.onOneLine)\"; see \"belfry place list\"")
            }
            try json.print(["removed": .string(name)])
        }
    }
}

/// Descriptions of places for a person.
enum PlaceWords {
    static func line(_ place: [String: Value]) -> String {
        let name = (place["identifier"]?.string ?? "").onOneLine
        if let networks = place["networks"]?.strings {
            return "\(name)  Wi-Fi \(networks.map(\.onOneLine).joined(separator: ", "))"
        }
        let point = [place["latitude"], place["longitude"]].map { degrees($0?.double ?? 0) }.joined(separator: ",")
        return "\(name)  \(point)  \(metres(place["radius"]?.double ?? 0))"
    }

    /// Returns degrees with five decimal places, a precision of about a metre.
    static func degrees(_ number: Double) -> String { "\((number * 1e5).rounded() / 1e5)" }

    /// Returns a length in metres, or in kilometres from 10 km on.
    static func metres(_ length: Double) -> String {
        length < 10_000 ? "\(Int(length.rounded())) m" : "\((length / 100).rounded() / 10) km"
    }
}
