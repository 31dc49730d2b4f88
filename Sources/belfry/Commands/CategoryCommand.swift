// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel

/// The command `belfry category`: defines sets of actions for requests.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", abstract: "Define sets of actions for --category.",
        subcommands: [SetOne.self, ListAll.self, RemoveSome.self])

    struct SetOne: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Define a category, or replace it.",
            discussion: """
                belfry category set tea -A done=Done -A more="Another cup" --report-dismissal
                printf '%s\\n' '{"identifier":"tea","actions":[{"identifier":"done","title":"Done"}]}' | belfry category set -
                """)

        @Argument(
            help: "The category's identifier; - reads the whole category as a JSON object from the standard input.")
        var id: String

        @Option(
            name: [.customShort("A"), .long],
            help: ArgumentHelp("A button; may be repeated, at most 16.", valueName: "[id=]label"))
        var action: [ActionArgument] = []

        @Option(help: ArgumentHelp("A text field for the answer.", valueName: "[id=]placeholder"))
        var reply: [ReplyArgument] = []

        @Flag(help: "Define the category without buttons, and remove its existing buttons.")
        var noActions = false

        @Flag(help: "Deliver a response also when the person dismisses the notification.")
        var reportDismissal = false

        @Option(help: ArgumentHelp("The text that replaces the body while previews are hidden.", valueName: "text"))
        var placeholder: String?

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func validate() throws {
            try ResponsePlan.Event.refuse(action.map(\.identifier) + reply.map(\.identifier))
            let hasActions = !action.isEmpty || !reply.isEmpty
            if id == "-" {
                guard hasActions || noActions || reportDismissal || placeholder != nil else { return }
                throw ValidationError("With - the other options can't be given; write them into the JSON object.")
            }
            guard hasActions == noActions else { return }
            throw ValidationError(
                noActions
                    ? "--no-actions excludes -A and --reply."
                    : "Which buttons? Give -A done=Done or --reply, or --no-actions for a category without any.")
        }

        func run() async throws {
            let category = try category()
            guard let identifier = category["identifier"]?.string else {
                throw Failure(.badData, "the JSON object has no \"identifier\" of the category")
            }
            let agent = try await owner.session().agent
            let others = try await agent.categories().filter { $0["identifier"]?.string != identifier }
            try await agent.setCategories(others + [category])
            try json.print(category)
        }

        private func category() throws -> [String: Value] {
            if id == "-" { return try ListedKeys.removed(from: JSONText.dictionary(StandardInput.bytes()), of: nil) }
            var category: [String: Value] = ["identifier": .string(id)]
            category["actions"] = .dictionaries(action.map(\.properties) + reply.map(\.properties))
            if reportDismissal { category["options"] = .strings(["customDismissAction"]) }
            if let placeholder { category["hiddenPreviewsBodyPlaceholder"] = .string(placeholder) }
            return category
        }
    }

    struct ListAll: DocumentCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the categories.")

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            let categories = try await owner.session().agent.categories()
            if categories.isEmpty { Console.say("there are no categories") }
            for category in categories {
                let actions = AgentProxy.actions(of: category).map { action in
                    "\(action["identifier"]?.string ?? "")=\(action["title"]?.string ?? "")".onOneLine
                }
                let identifier = Console.bold((category["identifier"]?.string ?? "").onOneLine)
                try json.print(category, or: ["\(identifier)  \(actions.joined(separator: "  "))"])
            }
        }
    }

    /// The command `belfry category rm`: removes categories.
    struct RemoveSome: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Remove categories.",
            discussion: "The exit status is 3 if a category does not exist.")

        @Argument(help: "The identifiers of the categories.")
        var ids: [String]

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        func run() async throws {
            let agent = try await owner.session().agent
            let categories = try await agent.categories()
            let known = categories.compactMap { $0["identifier"]?.string }
            try await agent.setCategories(
                categories.filter { category in !ids.contains { $0 == category["identifier"]?.string } })
            try json.print(["removed": .strings(ids.filter(known.contains))])
            if let first = ids.first(where: { !known.contains($0) }) {
                throw Failure.withoutDocument(.noMatch, "there are no categories \"\(first)\"")
            }
        }
    }
}
