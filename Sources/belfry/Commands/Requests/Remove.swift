// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser

/// The command `belfry remove`: removes delivered notifications.
struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove delivered notifications, also from the screen.",
        discussion: "The exit status is 3 if one of them is not delivered.")

    @OptionGroup var removal: RemovalOptions

    func run() async throws {
        try await removal.run(
            in: .delivered, all: { try await $0.removeAllDelivered() }, some: { try await $0.removeDelivered($1) })
    }
}
