// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry push`: manages registrations for remote notifications.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Register for remote notifications, which a provider sends over the network.",
        discussion: """
            A provider posts encrypted messages to the registration's address, with belfry-push or any library for \
            Web Push. A UnifiedPush distributor on this desktop receives them, such as belfry-distributor.
            """,
        subcommands: [Register.self, Unregister.self, ShowAll.self, Distributor.self, Test.self])

    struct Register: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "register", abstract: "Register an application, and print its subscription.",
            discussion: """
                Prints the subscription as JSON, which the provider needs: whoever has it can send. The exit status is \
                3 if the distributor has named no address in 30 seconds; the agent then goes on trying.

                belfry push register --app org.example.Chat >subscription.json
                """)

        @Option(help: ArgumentHelp("The name of one of several registrations of the application.", valueName: "name"))
        var instance = ""

        @Option(help: ArgumentHelp("The provider's public key: 87 characters of base64url.", valueName: "key"))
        var vapid: String?

        @Option(help: ArgumentHelp("A text for the person, in a distributor's list.", valueName: "text"))
        var description: String?

        @Flag(help: "Do not wait for the subscription.")
        var noWait = false

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        /// Seconds to wait until the distributor names an address.
        private static let patience = 30.0

        func run() async throws {
            let agent = try await owner.session().agent
            var options: [String: Value] = ["instance": .string(instance)]
            if let vapid { options["vapid"] = .string(vapid) }
            if let description { options["description"] = .string(description) }
            let registration = try await agent.registerForRemoteNotifications(
                options, wait: noWait ? nil : Self.patience)
            try json.print(registration, or: registration["subscription"]?.string.map { [$0] } ?? [])
            switch registration["state"]?.string {
            case "registered": return
            case "failed":
                throw Failure.withoutDocument(.unavailable, RegistrationWords.sentence(registration["reason"]?.string))
            default:
                throw Failure.withoutDocument(.noMatch, RegistrationWords.sentence(registration["reason"]?.string))
            }
        }
    }

    struct Unregister: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "unregister", abstract: "End a registration.",
            discussion: "The exit status is 3 if there is no such registration.")

        @Option(help: ArgumentHelp("The name of one of several registrations of the application.", valueName: "name"))
        var instance = ""

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            try await owner.session().agent.unregisterForRemoteNotifications(instance: instance)
            try json.print(["unregistered": .string(instance)])
        }
    }

    struct ShowAll: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the registrations.",
            discussion: "Without --app, show the registrations of all applications.")

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            let registrations = try await owner.session(ofAll: owner.app == nil).agent.remoteRegistrations()
            if registrations.isEmpty { Console.say("no application is registered for remote notifications") }
            for (index, row) in registrations.enumerated() {
                let separator = index == 0 ? [] : [""]
                try json.print(row, or: separator + Console.table(Self.lines(row)))
            }
        }

        private static func lines(_ row: [String: Value]) -> [(String, String)] {
            func text(_ key: String) -> String { (row[key]?.string ?? "").onOneLine }
            var lines = [("app", text("app")), ("state", text("state"))]
            if !text("instance").isEmpty { lines.insert(("instance", text("instance")), at: 1) }
            if row["reason"] != nil { lines.append(("reason", RegistrationWords.sentence(text("reason")))) }
            for key in ["distributor", "subscription"] where row[key] != nil { lines.append((key, text(key))) }
            if row["vapid"] != nil { lines.append(("vapid", "\(text("vapid")) (not enforced)")) }
            return lines
        }
    }

    struct Distributor: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "distributor", abstract: "Show the UnifiedPush distributors, or choose one.",
            discussion: """
                All registrations move to the chosen distributor, and their providers need the new subscriptions.

                belfry push distributor
                belfry push distributor belfry
                belfry push distributor --automatic
                """)

        @Argument(help: "The distributor's bus name, or the last part of it.")
        var name: String?

        @Flag(help: "Let the agent choose: Belfry's own distributor, else the first by name.")
        var automatic = false

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func validate() throws {
            guard name != nil, automatic else { return }
            throw ValidationError("--automatic and the name of a distributor exclude each other.")
        }

        func run() async throws {
            let agent = try await owner.session().agent
            let choice = automatic ? "" : name
            let list = try await agent.pushDistributors(choice.map { ["choose": .string($0)] } ?? [:])
            let names = list["names"]?.strings ?? []
            let (running, chosen) = (list["running"]?.strings ?? [], list["chosen"]?.string)
            if names.isEmpty { Console.say("no UnifiedPush distributor is installed") }
            let rows = names.map { name in
                let marks = [
                    name == chosen ? "chosen (\(list["source"]?.string ?? ""))" : nil,
                    running.contains(name) ? "runs" : nil,
                ]
                return (name, marks.compactMap(\.self).joined(separator: ", "))
            }
            try json.print(list, or: rows.map { $1.isEmpty ? $0.onOneLine : "\($0.onOneLine)  \($1)" })
        }
    }
}

/// The reasons of failed registrations, for a person.
enum RegistrationWords {
    static func sentence(_ reason: String?) -> String {
        switch reason {
        case nil: "the distributor has named no address yet; see \"belfry push show\""
        case "noDistributor": "there is no UnifiedPush distributor: install belfry-distributor, or another one"
        case "noReply": "the distributor does not reply; the agent tries again"
        case "network": "the distributor has no network; the agent tries again"
        case "actionRequired": "the distributor needs to be set up: see its manual"
        case "vapidRequired": "the push server requires the provider's key: give --vapid"
        case "unauthorized": "the distributor refused the registration"
        case "unregistered": "the distributor has ended the registration; the agent makes a new one"
        case "noLibrary": "libcrypto.so.3 of OpenSSL is not installed"
        case let reason?: "the distributor reported: \(reason.onOneLine)"
        }
    }
}
