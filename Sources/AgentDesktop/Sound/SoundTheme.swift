// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Translations

/// Finds sounds by their names, as the sound theme specification says; it blocks, because it looks into folders.
///
/// A theme may lie in several data folders, and inherits others; `freedesktop` is the last of all. If no theme has a
/// sound of the name, the part of the name after its last dash is removed, and the shorter name is looked for.
struct SoundTheme: Sendable {
    /// Result of the search for a sound's name.
    enum Finding: Hashable, Sendable {
        case file(String)
        /// The theme has a file that says that this name has no sound.
        case silence
    }

    /// The data folders, the person's own first.
    let folders: [String]
    /// The languages to try, the best first, such as `de_DE` and `de`.
    let languages: [String]

    /// The theme that every other theme inherits.
    static let last = "freedesktop"
    private static let endings = ["disabled", "oga", "ogg", "wav"]
    /// The largest number of themes in a chain of inheritance.
    private static let depth = 8

    /// Takes the folders and languages from environment variables.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        folders = Self.dataFolders(environment)
        let locale = String(MessageCatalog.locale(environment).prefix { $0 != "." && $0 != "@" })
        let language = String(locale.prefix { $0 != "_" })
        languages = locale == language ? [locale] : [locale, language]
    }

    /// Returns the sound that a theme, or a theme that it inherits, has for a name; nil if there is no such sound.
    func find(_ name: String, in theme: String) -> Finding? {
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
        let places = themes(from: theme).flatMap(folders(of:))
        var rest = name[...]
        while true {
            for place in places {
                if let finding = find(rest, at: place) { return finding }
            }
            guard let dash = rest.lastIndex(of: "-"), dash > rest.startIndex else { return nil }
            rest = rest[..<dash]
        }
    }

    /// Returns the path of a sound file, such as `ping.wav`, in the application's folders, or else in those of all
    /// applications; nil if no folder has the file.
    ///
    /// The folders `sounds` of the data folders take the place of `Library/Sounds` on Apple's systems.
    func find(file name: String, of app: String) -> String? {
        guard !name.hasPrefix("."), !name.contains("/") else { return nil }
        let places = folders.map { "\($0)/\(app)/sounds/\(name)" } + folders.map { "\($0)/sounds/\(name)" }
        return places.first(where: Self.isFile)
    }

    private func find(_ name: Substring, at place: String) -> Finding? {
        for language in languages + ["C", ""] {
            for ending in Self.endings {
                let path = "\(place)/\(language.isEmpty ? "" : language + "/")\(name).\(ending)"
                if Self.isFile(path) { return ending == "disabled" ? .silence : .file(path) }
            }
        }
        return nil
    }

    private func themes(from theme: String) -> [String] {
        var themes: [String] = []
        func add(_ name: String, _ depth: Int) {
            guard depth < Self.depth, !themes.contains(name), name != Self.last, !name.contains("/") else { return }
            themes.append(name)
            for parent in index(of: name)["Sound Theme"]?["Inherits"]?.split(separator: ",") ?? [] {
                add(parent.trimmingPrefix(while: \.isWhitespace).description, depth + 1)
            }
        }
        add(theme, 0)
        return themes + [Self.last]
    }

    /// Returns the folders with a theme's sounds for stereo output, and then the theme's own folders.
    private func folders(of theme: String) -> [String] {
        let index = index(of: theme)
        let listed = index["Sound Theme"]?["Directories"]?.split(separator: ",").map(String.init) ?? ["stereo"]
        let fitting = listed.filter { !$0.contains("..") && index[$0]?["OutputProfile"] ?? "stereo" == "stereo" }
        return folders.flatMap { folder in
            (fitting + [""]).map { "\(folder)/sounds/\(theme)\($0.isEmpty ? "" : "/" + $0)" }
        }
    }

    /// Returns the groups of a theme's `index.theme`; empty if the theme has no such file.
    private func index(of theme: String) -> [String: [String: String]] {
        let paths = folders.map { "\($0)/sounds/\(theme)/index.theme" }
        guard let path = paths.first(where: Self.isFile), let data = FileManager.default.contents(atPath: path),
            data.count < 1 << 16
        else { return [:] }
        var groups: [String: [String: String]] = [:]
        var group = ""
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if line.first == "[", let end = line.lastIndex(of: "]") {
                group = String(line[line.index(after: line.startIndex)..<end])
            } else if line.first != "#", let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].split(separator: " ").first.map(String.init) ?? ""
                let value = line[line.index(after: equals)...].split(separator: " ").joined(separator: " ")
                groups[group, default: [:]][key] = value
            }
        }
        return groups
    }

    /// Returns `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, or the specification's defaults.
    private static func dataFolders(_ environment: [String: String]) -> [String] {
        let own = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return [own ?? "\(environment["HOME"] ?? "/")/.local/share"]
            + shared.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
