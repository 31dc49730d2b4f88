// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

struct DesktopSounds: Hashable, Sendable {
    /// The sound theme that the desktop names; nil if it names none.
    var theme: String?
    /// Whether the desktop's settings allow programs to make sounds.
    var isOn = true

    /// Reads Plasma's sound settings if Plasma runs, or else GNOME's sound settings, which other desktops share.
    static func read(environment: [String: String] = ProcessInfo.processInfo.environment) async -> DesktopSounds {
        if environment["XDG_CURRENT_DESKTOP"]?.contains("KDE") == true {
            let folder = environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "")/.config"
            let data = FileManager.default.contents(atPath: "\(folder)/kdeglobals") ?? Data()
            return DesktopSounds(kdeglobals: String(decoding: data, as: UTF8.self))
        }
        let words = ["gsettings", "list-recursively", "org.gnome.desktop.sound"]
        return DesktopSounds(gsettings: await DesktopQuestion.output(of: words) ?? "")
    }

    /// Parses lines such as `org.gnome.desktop.sound theme-name 'freedesktop'`.
    init(gsettings text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3 else { continue }
            switch words[1] {
            case "theme-name":
                let name = words[2].filter { $0 != "'" }
                theme = name.isEmpty || name.hasPrefix("_") || name.contains("/") ? nil : name
            case "event-sounds": isOn = words[2] != "false"
            default: break
            }
        }
    }

    /// Parses the group `[Sounds]`, with `Theme` and `Enable`.
    init(kdeglobals text: String) {
        var isHere = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") { isHere = line == "[Sounds]" }
            guard isHere, let equals = line.firstIndex(of: "=") else { continue }
            let value = String(line[line.index(after: equals)...])
            switch line[..<equals] {
            case "Theme" where !value.isEmpty && !value.contains("/"): theme = value
            case "Enable": isOn = value != "false"
            default: break
            }
        }
    }

    init(theme: String? = nil, isOn: Bool = true) {
        self.theme = theme
        self.isOn = isOn
    }
}
