// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry reload`: lets the agent read its settings again.
struct Reload: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Let the agent read config.toml again, after you have edited it.",
        discussion: "A file with a mistake is refused, and the settings that were read before stay in force.")

    @OptionGroup var json: JSONOption

    func run() async throws {
        let agent = try await Session(for: Environment.application).agent
        try await agent.reloadConfiguration()
        let path = try await agent.status()["configuration"]?.string ?? ""
        try json.print(["configuration": .string(path)], or: ["\(path.onOneLine) is in force"])
    }
}
