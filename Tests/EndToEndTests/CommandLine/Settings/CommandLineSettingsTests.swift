// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing

/// `belfry settings`: the permissions of an application, for people and programs.
@Suite struct CommandLineSettingsTests {
    @Test func `L2: settings print the requested options and the presentation`() async throws {
        try await withAgent { agent in
            let before = try await agent.belfry("settings")
            #expect(before.status == 0)
            #expect(before.output.contains("it never asked for permission, and may notify"), "\(before.output)")
            #expect(before.output.contains("banner, list, sound, badge"))
            _ = try await agent.proxy("chat").requestAuthorization(["alert", "provisional"])
            let trial = try await agent.belfry("settings", "chat")
            #expect(trial.output.contains("on trial") && !trial.output.contains("banner"), "\(trial.output)")
            let object = try #require(try await agent.belfry("settings", "chat", "--json").objects().first)
            #expect(object["authorizationStatus"] == .text("provisional"))
        }
    }

    @Test func `L2: an application without settings of its own is reported`() async throws {
        try await withAgent { agent in
            let none = try await agent.belfry("settings", "chat", "--open")
            #expect(
                none.status != 0 && none.errors.contains("has no notification settings of its own"), "\(none.errors)")
            _ = try await agent.proxy("chat").requestAuthorization(["providesAppNotificationSettings"])
            let away = try await agent.belfry("settings", "chat", "--open")
            #expect(away.status == 3 && away.errors.contains("does not run"), "\(away.errors)")
            #expect(try await agent.belfry("settings", "chat").output.contains("belfry settings chat --open"))
            #expect(try await agent.belfry("settings", "--about", "tea").status == 2)
        }
    }
}
