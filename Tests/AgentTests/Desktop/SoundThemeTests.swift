// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
import FoundationEssentials
import Testing

/// Looking up sounds by name, as the sound theme specification says.
@Suite struct SoundThemeTests {
    /// Makes data folders with these files; `index.theme` files have the given text, other files are empty.
    private func withTheme<Result>(
        _ files: [String: String], language: String = "C", _ body: (SoundTheme, String) throws -> Result
    ) throws -> Result {
        let root = "/tmp/belfry-theme-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (file, text) in files {
            let path = URL(filePath: "\(root)/\(file)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        let theme = SoundTheme(
            environment: [
                "XDG_DATA_HOME": "\(root)/own", "XDG_DATA_DIRS": "\(root)/shared:relative:\(root)/last",
                "LANG": language,
            ])
        return try body(theme, root)
    }

    private func found(_ theme: SoundTheme, _ name: String, in themeName: String, below root: String) -> String? {
        switch theme.find(name, in: themeName) {
        case .file(let path): path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
        case .silence: "silence"
        case nil: nil
        }
    }

    @Test func `the person's folder comes first, then the inherited theme, then freedesktop`() throws {
        let files = [
            "own/sounds/sea/stereo/bell.oga": "", "shared/sounds/sea/stereo/bell.oga": "",
            "shared/sounds/sea/index.theme": "[Sound Theme]\nName=Sea\nInherits = lake\nDirectories=stereo\n",
            "last/sounds/lake/stereo/drop.ogg": "", "last/sounds/freedesktop/stereo/drop.oga": "",
            "last/sounds/freedesktop/stereo/message.wav": "", "shared/sounds/freedesktop/plain.wav": "",
        ]
        try withTheme(files) { theme, root in
            func found(_ name: String, _ themeName: String = "sea") -> String? {
                self.found(theme, name, in: themeName, below: root)
            }
            #expect(found("bell") == "own/sounds/sea/stereo/bell.oga")
            #expect(found("drop") == "last/sounds/lake/stereo/drop.ogg")
            #expect(found("drop", "freedesktop") == "last/sounds/freedesktop/stereo/drop.oga")
            #expect(found("message") == "last/sounds/freedesktop/stereo/message.wav")
            #expect(found("plain") == "shared/sounds/freedesktop/plain.wav")
            #expect(found("message", "gone") == "last/sounds/freedesktop/stereo/message.wav")
            #expect(found("horn") == nil)
        }
    }

    @Test func `a name is shortened at its last dash until a sound is found`() throws {
        let files = [
            "own/sounds/freedesktop/stereo/message.oga": "", "own/sounds/freedesktop/stereo/message-new.oga": "",
        ]
        try withTheme(files) { theme, root in
            func found(_ name: String) -> String? { self.found(theme, name, in: "freedesktop", below: root) }
            #expect(found("message-new-instant") == "own/sounds/freedesktop/stereo/message-new.oga")
            #expect(found("message-sent") == "own/sounds/freedesktop/stereo/message.oga")
            #expect(found("-message") == nil && found("bell-message") == nil)
        }
    }

    @Test func `a sound that the theme disables is silent`() throws {
        let files = [
            "own/sounds/freedesktop/stereo/bell.disabled": "", "shared/sounds/freedesktop/stereo/bell.oga": "",
        ]
        try withTheme(files) { theme, _ in #expect(theme.find("bell", in: "freedesktop") == .silence) }
    }

    @Test func `a sound of the person's language is preferred`() throws {
        let files = [
            "own/sounds/freedesktop/stereo/bell.oga": "", "own/sounds/freedesktop/stereo/de/bell.oga": "",
            "own/sounds/freedesktop/stereo/pt_BR/bell.oga": "",
        ]
        for (language, folder) in [("de_AT.UTF-8", "de/"), ("pt_BR@x", "pt_BR/"), ("pt_PT", ""), ("C", "")] {
            try withTheme(files, language: language) { theme, root in
                let sound = found(theme, "bell", in: "freedesktop", below: root)
                #expect(sound == "own/sounds/freedesktop/stereo/\(folder)bell.oga")
            }
        }
    }

    @Test func `no name leads out of the themes, and themes that inherit each other end the search`() throws {
        let files = [
            "own/sounds/a/index.theme": "[Sound Theme]\nInherits=b\nDirectories=../../x,stereo\n",
            "own/sounds/b/index.theme": "[Sound Theme]\nInherits=a,../../y\n", "own/x/bell.oga": "", "y/bell.oga": "",
            "own/secret.oga": "",
        ]
        try withTheme(files) { theme, _ in
            for name in ["bell", "../../../secret", "/etc/passwd", "", ".", ".."] {
                #expect(theme.find(name, in: "a") == nil, "\(name)")
                #expect(theme.find(file: name, of: "app") == nil, "\(name)")
            }
        }
    }

    @Test func `a file name is looked up in the application's folder, then in the shared one`() throws {
        let files = [
            "shared/org.example.App/sounds/ping.wav": "", "own/sounds/ping.wav": "", "own/sounds/pong.wav": "",
        ]
        try withTheme(files) { theme, root in
            #expect(
                theme.find(file: "ping.wav", of: "org.example.App") == "\(root)/shared/org.example.App/sounds/ping.wav")
            #expect(theme.find(file: "ping.wav", of: "other") == "\(root)/own/sounds/ping.wav")
            #expect(theme.find(file: "pong.wav", of: "org.example.App") == "\(root)/own/sounds/pong.wav")
            #expect(theme.find(file: "pang.wav", of: "org.example.App") == nil)
        }
    }

    @Test func `the desktop's own sound settings are read`() {
        let text = """
            org.gnome.desktop.sound event-sounds false
            org.gnome.desktop.sound theme-name 'Yaru'
            """
        #expect(DesktopSounds(gsettings: text) == DesktopSounds(theme: "Yaru", isOn: false))
        #expect(DesktopSounds(gsettings: "No such schema") == DesktopSounds())
        #expect(DesktopSounds(gsettings: "x theme-name '__no_sounds'") == DesktopSounds())
        let kde = "[General]\nTheme=no\n[Sounds]\nEnable=false\nTheme=ocean\n[Icons]\nTheme=breeze\n"
        #expect(DesktopSounds(kdeglobals: kde) == DesktopSounds(theme: "ocean", isOn: false))
    }
}
