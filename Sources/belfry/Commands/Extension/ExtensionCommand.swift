// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials

/// The command `belfry extension`: manages the programs that change notifications before they are shown.
struct ExtensionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Show, try, enable and disable the programs that change notifications before they are shown.",
        discussion: """
            An application declares them in its desktop file. A service extension rewrites the text of a remote \
            notification, such as an encrypted one; a content extension draws its picture. See belfry-extension(7).
            """,
        subcommands: [ShowAll.self, Check.self, RunOnce.self, Enable.self, Disable.self])

    struct ShowAll: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the extensions.",
            discussion: "Without an application, list the extensions of all applications.")

        @Argument(help: ArgumentHelp("The application's id, or the path of its desktop file.", valueName: "app"))
        var subject: String?

        @OptionGroup var json: JSONOption

        func run() async throws {
            let extensions = try await ExtensionSubject(subject ?? AgentNames.allApplications).extensions()
            if extensions.isEmpty { Console.say(ExtensionWords.nothing(of: subject)) }
            for (index, row) in extensions.enumerated() {
                let separator = index == 0 ? [] : [""]
                try json.print(row, or: separator + Console.table(ExtensionWords.lines(row)))
            }
        }
    }

    struct Check: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Find the faults in the extensions of a desktop file.",
            discussion: """
                The exit status is 1 if there are faults, and 3 if the file declares no extension. The file need not be \
                installed.

                belfry extension check org.example.Chat
                belfry extension check build/org.example.Chat.desktop
                """)

        @Argument(help: ArgumentHelp("The application's id, or the path of its desktop file.", valueName: "app"))
        var subject: String

        @OptionGroup var json: JSONOption

        func run() async throws {
            let extensions = try await ExtensionSubject(subject).extensions()
            guard !extensions.isEmpty else {
                throw Failure.withoutDocument(.noMatch, ExtensionWords.nothing(of: subject))
            }
            var count = 0
            for row in extensions {
                let problems = row["problems"]?.strings ?? []
                count += problems.count
                let title = "[\((row["group"]?.string ?? "").onOneLine)]"
                let state = problems.isEmpty ? ["\(title) no faults"] : [title]
                try json.print(row, or: state + problems.map { "  \($0.onOneLine)" })
            }
            guard count > 0 else { return }
            throw Failure.withoutDocument(.no, count == 1 ? "there is one fault" : "there are \(count) faults")
        }
    }

    struct Enable: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let an application's extensions run again.")

        @OptionGroup var choice: ExtensionChoice
        @OptionGroup var json: JSONOption

        func run() async throws { try json.print(try await choice.set(isEnabled: true)) }
    }

    struct Disable: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Show an application's notifications as they come, without extensions.")

        @OptionGroup var choice: ExtensionChoice
        @OptionGroup var json: JSONOption

        func run() async throws { try json.print(try await choice.set(isEnabled: false)) }
    }
}

/// The extensions that a command enables or disables.
struct ExtensionChoice: ParsableArguments {
    /// The value of `--kind`.
    enum Kind: String, CaseIterable, ExpressibleByArgument { case service, content }

    @Argument(help: ArgumentHelp("The application's id.", valueName: "app"))
    var app: String

    @Option(help: ArgumentHelp("Only this kind: service or content (default: both).", valueName: "kind"))
    var kind: Kind?

    /// Enables or disables the extensions of one kind, or of both, and returns the document to print.
    func set(isEnabled: Bool) async throws -> [String: Value] {
        let agent = try await Session(for: app).agent
        let kinds = (kind.map { [$0] } ?? Kind.allCases).map(\.rawValue)
        for kind in kinds { try await agent.setExtension(kind, isEnabled: isEnabled) }
        return ["app": .string(app), "kinds": .strings(kinds), "enabled": .boolean(isEnabled)]
    }
}

/// The application or the desktop file that a command is about.
struct ExtensionSubject {
    private let name: String
    private let isFile: Bool

    /// Takes an application's id, or a path; an argument with a slash or the suffix `.desktop` is a path.
    init(_ argument: String) {
        isFile = argument.contains("/") || argument.hasSuffix(".desktop")
        name = isFile ? Self.absolute(argument) : argument
    }

    /// Returns the extensions that the application or the desktop file declares.
    func extensions() async throws -> [[String: Value]] {
        let agent = try await Session(for: isFile ? "" : name).agent
        return try await agent.extensions(of: isFile ? name : nil)
    }

    /// Runs the extensions with a payload, and returns the agent's report about them.
    func trial(_ payload: FileDescriptorHandle) async throws -> [String: Value] {
        try await Session(for: isFile ? "" : name).agent.tryExtension(name, payload: payload)
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }
}
