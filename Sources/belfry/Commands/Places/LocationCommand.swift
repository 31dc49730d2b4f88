// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry location`: decides which applications may use the person's location.
struct LocationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location", abstract: "Decide which applications may use your location.",
        discussion: """
            Reminders at places wait until the application that has added them is allowed. Without an application, \
            allow, deny and reset are about this program.

            belfry location allow
            belfry location deny org.example.Shop
            """,
        subcommands: [Allow.self, Deny.self, ShowAll.self, Reset.self])

    struct Allow: DecidingCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Let an application use your location.")
        static let permission = "allowed"

        @OptionGroup var subject: LocationSubject
        @OptionGroup var json: JSONOption
    }

    struct Deny: DecidingCommand {
        static let configuration = CommandConfiguration(
            commandName: "deny", abstract: "Do not let an application use your location.")
        static let permission = "denied"

        @OptionGroup var subject: LocationSubject
        @OptionGroup var json: JSONOption
    }

    struct Reset: DecidingCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Forget the decision; you are asked at the application's next request.")
        static let permission = "undecided"

        @OptionGroup var subject: LocationSubject
        @OptionGroup var json: JSONOption
    }

    struct ShowAll: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the applications that want to use your location.")

        @OptionGroup var json: JSONOption

        func run() async throws {
            let rows = try await Session(for: "").agent.locationPermissions()
            if rows.isEmpty { Console.say("no application has asked for your location") }
            for row in rows {
                let words = (row["app"]?.string ?? "", row["permission"]?.string ?? "")
                try json.print(row, or: ["\(words.0.onOneLine)  \(words.1)"])
            }
        }
    }
}

/// A command that stores a decision about the use of the person's location.
protocol DecidingCommand: DocumentCommand {
    static var permission: String { get }
    var subject: LocationSubject { get }
}

extension DecidingCommand {
    func run() async throws {
        let app = subject.app ?? Environment.application
        try await Session(for: app).agent.setLocationPermission(Self.permission)
        try json.print(["app": .string(app), "permission": .string(Self.permission)])
    }
}

/// The application whose use of the location is decided.
struct LocationSubject: ParsableArguments {
    @Argument(help: ArgumentHelp("The application's id (default: $BELFRY_APP, else \"cli\").", valueName: "app"))
    var app: String?
}

/// The question at a terminal whether this program may use the person's location.
struct LocationConsent {
    private let agent: AgentProxy

    init(_ agent: AgentProxy) { self.agent = agent }

    /// Asks the person whether this program may use the location, unless that is already decided. If nobody is at the
    /// terminal, the agent asks by a notification.
    func ask() async throws {
        guard Console.isPersonThere, try await agent.settings()["location"]?.string == "undecided" else { return }
        // Without a clear answer, the agent asks the person by a notification.
        for _ in 0..<3 {
            Console.writeError("May this program use your location, to remind you at places? [y/n] ")
            switch readLine(strippingNewline: true)?.lowercased() {
            case "y", "yes": return try await agent.setLocationPermission("allowed")
            case "n", "no": return try await agent.setLocationPermission("denied")
            case nil, "": return
            default: continue
            }
        }
    }
}
