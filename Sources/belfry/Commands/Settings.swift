// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry settings`: shows an application's permissions, or opens its own notification settings.
struct Settings: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Print the permissions of an application, or open its own notification settings.",
        discussion: """
            Prints the permissions that it has requested and config.toml allows. --open asks the application to show \
            its own settings, as a settings button of a notification does. The exit status is 3 if the application \
            does not run.

            belfry settings org.example.Chat
            belfry settings org.example.Chat --open
            """)

    @Argument(help: "The application (default: $BELFRY_APP, else \"cli\").")
    var application: String?

    @Flag(help: "Open the application's own notification settings.")
    var open = false

    @Option(help: ArgumentHelp("With --open: the delivered notification that leads to the settings.", valueName: "id"))
    var about: String?

    @OptionGroup var json: JSONOption

    func validate() throws { if about != nil, !open { throw ValidationError("--about is for --open only.") } }

    func run() async throws {
        let agent = try await Session(for: application ?? Environment.application).agent
        guard open else {
            let settings = try await agent.settings()
            return try json.print(settings, or: Self.lines(settings, of: agent.app))
        }
        guard try await agent.openSettings(for: about ?? "") else {
            throw Failure(
                .noMatch,
                "\(agent.app.onOneLine) shows no settings: it does not run, or does not answer; start it first")
        }
        try json.print(["app": .string(agent.app), "opened": .boolean(true)])
    }

    private static func lines(_ settings: [String: Value], of app: String) -> [String] {
        func word(_ key: String) -> String { settings[key]?.string ?? "" }
        let shown = settings["presentation"]?.strings ?? []
        var rows = [
            ("app", app.isEmpty ? "this application" : app.onOneLine),
            ("status", status(word("authorizationStatus"))),
            ("shown", shown.isEmpty ? "not at all" : shown.joined(separator: ", ")),
        ]
        for (name, key) in [
            ("alert", "alertSetting"), ("sound", "soundSetting"), ("badge", "badgeSetting"),
            ("critical", "criticalAlertSetting"), ("sensitive", "timeSensitiveSetting"),
        ] { rows.append((name, setting(word(key)))) }
        rows.append(("previews", word("showPreviewsSetting")))
        if settings["providesAppNotificationSettings"]?.bool == true {
            rows.append(("its own", "belfry settings \(app.onOneLine) --open"))
        }
        return Console.table(rows)
    }

    private static func status(_ word: String) -> String {
        switch word {
        case "notDetermined": "it never asked for permission, and may notify"
        case "denied": "config.toml says no"
        case "provisional": "on trial: to the list only; notifications = true in config.toml ends that"
        case "authorized": "it asked for permission, and may notify"
        default: word.onOneLine
        }
    }

    private static func setting(_ word: String) -> String {
        switch word {
        case "enabled": "on"
        case "disabled": "off"
        case "notSupported": "not granted, or not asked for"
        default: word.onOneLine
        }
    }
}
