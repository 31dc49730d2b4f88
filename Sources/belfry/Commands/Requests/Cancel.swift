// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// The command `belfry cancel`: removes pending requests.
struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Remove pending requests.", discussion: "The exit status is 3 if one of them is not pending.")

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        try await removal.run(
            in: .pending, all: { try await $0.removeAllPending() }, some: { try await $0.removePending($1) })
    }
}
