// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
import AgentInterface
import DBus
import FoundationEssentials
import Glibc
import Testing
import Triggers

/// Application identifiers.
@Suite struct ApplicationIDTests {
    @Test(
        arguments: [
            ("app-gnome-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-flatpak-org.example.Chat-1234.scope", "org.example.Chat"),
            ("app-gnome-firefox-99.scope", "firefox"), ("app-firefox-99.scope", "firefox"),
            (#"app-gnome-gnome\x2dterminal-7.scope"#, "gnome-terminal"),
            (#"app-KDE-org.kde.konsole@0123abcd.service"#, "org.kde.konsole"),
            ("app-org.example.Chat@7.service", "org.example.Chat"),
            ("app-org.example.Chat.service", "org.example.Chat"),
            ("app-org.example.Chat@autostart.service", "org.example.Chat"),
            ("app-gnome-org.example.Chat-autostart.service", "org.example.Chat"),
            ("session-2.scope", nil), ("belfry.service", nil), ("app-.scope", nil), ("app-x.timer", nil), ("", nil),
            (#"app-gnome-a\x2fb-1.scope"#, nil), (#"app-gnome-a\x00b-1.scope"#, nil), (#"app-gnome-\x2-1.scope"#, nil),
        ] as [(String, String?)])
    func `a systemd unit's name contains the application`(unit: String, id: String?) {
        #expect(ApplicationID.ofUnit(unit) == id)
    }

    @Test(arguments: [
        ("org.example.App", true), ("a", true), ("A_b-9", true), (String(repeating: "x", count: 255), true),
        ("", false), (".", false), ("..", false), ("a/b", false), ("a b", false), ("ä", false), ("*", false),
        ("a\u{0}", false), (String(repeating: "x", count: 256), false),
    ])
    func `an id is letters, digits, dots, dashes and underscores`(id: String, isValid: Bool) {
        #expect(ApplicationID.isValid(id) == isValid)
    }

    @Test(arguments: [("backup.sh", "backup.sh"), ("my app", "my-app"), ("..", "unknown"), ("", "unknown")])
    func `an id is derived from the name of any program`(name: String, id: String) {
        #expect(ApplicationID.made(from: name) == id)
    }
}
