// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Error messages about unknown commands and options, with a suggestion if possible.
enum CommandLineHint {
    /// Commands of Belfry by the names that other programs use for them.
    private static let commands: [String: String] = [
        "ps": "list", "pending": "list", "delivered": "list --delivered", "missed": "list --missed", "del": "rm",
        "dismiss": "remove", "close": "remove", "unschedule": "cancel", "new": "add", "create": "add",
        "schedule": "add", "notify": "send", "notify-send": "send", "alert": "send", "confirm": "ask",
        "question": "ask", "exec": "run", "info": "show", "get": "show", "change": "edit", "update": "edit",
        "postpone": "snooze", "dnd": "pause", "silence": "pause", "unpause": "resume", "continue": "resume",
        "events": "listen", "watch": "listen", "monitor": "listen", "journal": "log", "check": "doctor",
        "diagnose": "doctor", "backup": "export", "restore": "import", "server": "desktop", "daemon": "agent",
        "belfryd": "agent", "parse": "explain", "categories": "category list", "calendar": "agenda", "today": "agenda",
        "week": "agenda", "upcoming": "agenda", "redo": "again", "rerun": "again", "past": "history",
        "recent": "history", "configure": "config list", "configuration": "config list", "preferences": "config list",
        "prefs": "config list", "reconfigure": "reload", "refresh": "reload", "badge": "count", "number": "count",
        "revert": "undo", "rollback": "undo", "unsnooze": "undo", "unskip": "undo", "uncancel": "undo",
    ]
    /// Names that commands of the same effect have below different verbs, such as `category rm` and `place remove`.
    private static let alike: [[String]] = [
        ["list", "ls", "show"], ["remove", "rm", "delete", "del"], ["add", "set", "new", "create"],
    ]
    /// Options of Belfry by other programs' names for them; the first one that the command has is suggested.
    private static let options: [String: [String]] = [
        "urgency": ["level"], "priority": ["level"], "message": ["body"], "text": ["body"], "msg": ["body"],
        "summary": ["title"], "name": ["title"], "when": ["at"], "time": ["at"], "date": ["at"], "after": ["in"],
        "delay": ["in"], "repeat": ["every"], "interval": ["every"], "button": ["action"], "actions": ["action"],
        "input": ["reply"], "image": ["attach"], "picture": ["attach"], "file": ["attach", "output"],
        "app-icon": ["icon"], "expire-time": ["expire"], "timeout": ["expire"], "group": ["thread"],
        "data": ["info"], "tag": ["id"], "identifier": ["id"], "timezone": ["tz"], "zone": ["tz"],
        "silent": ["quiet"], "limit": ["n"], "url": ["open"], "execute": ["on"], "command": ["on"],
        "application": ["app"],
    ]
    /// Hints for options of other commands whose values are words of the sentence in `remind`.
    private static let sentence: [String: String] = [
        "in": "the time comes first, without an option: belfry remind 3h tea",
        "at": "the time comes first, without an option: belfry remind 17:30 tea",
        "every": "the time comes first, without an option: belfry remind every day 09:00 tea",
        "title": "the text stands behind the time, without an option: belfry remind 3h tea",
    ]

    /// Returns a message about an unknown command.
    static func command(_ word: String, among commands: [String]) -> String {
        let meant =
            Self.commands[word.lowercased()] ?? sibling(of: word, among: commands)
            ?? Spelling.nearest(to: word, among: commands)
        return "there is no command \"\(word.onOneLine)\"" + question(meant) + "; see belfry --help"
    }

    /// Returns an existing command with the verb of `word` and a name that is ``alike``; nil if there is none.
    private static func sibling(of word: String, among commands: [String]) -> String? {
        guard let space = word.lastIndex(of: " ") else { return nil }
        let (verb, name) = (word[...space], word[word.index(after: space)...].lowercased())
        let names = alike.first { $0.contains(name) } ?? []
        return names.map { verb + $0 }.first(where: commands.contains)
    }

    /// Returns a message about an unknown option of a command.
    ///
    /// `name` includes the dashes, and `command` is the command's name without `belfry`, such as `category set`.
    static func option(_ name: String, of command: String, with options: CommandOptions) -> String {
        let word = String(name.drop { $0 == "-" })
        let beginning = "\(command) has no option \(name.onOneLine)"
        if command == "remind",
            let words = sentence[word] ?? Spelling.nearest(to: word, among: sentence.keys).flatMap({ sentence[$0] }),
            Spelling.nearest(to: word, among: long(options)) == nil || sentence[word] != nil
        {
            return "\(beginning): \(words)"
        }
        let known = Self.options[word]?.first { options.names.contains("--\($0)") || options.names.contains("-\($0)") }
        let meant = known ?? (name.hasPrefix("--") ? Spelling.nearest(to: word, among: long(options)) : nil)
        return beginning + question(meant.map { $0.count == 1 ? "-\($0)" : "--\($0)" })
            + "; see belfry \(command) --help"
    }

    private static func long(_ options: CommandOptions) -> [String] {
        options.names.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    }

    private static func question(_ meant: String?) -> String { meant.map { "; did you mean \($0)?" } ?? "" }
}

/// Search for a valid word that is similar to a typed word.
enum Spelling {
    /// Returns the valid word with the smallest edit distance, else a valid word that begins with the typed word; nil
    /// if no word is similar.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let measured = words.sorted().map { ($0, distance(word, $0.lowercased())) }
        let limit = max(1, word.count / 3)
        if let best = measured.min(by: { $0.1 < $1.1 }), best.1 <= limit { return best.0 }
        return word.count < 3 ? nil : measured.first { $0.0.lowercased().hasPrefix(word) }?.0
    }

    /// Returns the number of insertions, deletions, changes and swaps of adjacent letters between two words.
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var before: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var next = [row + 1]
            for column in 0..<other.count {
                var cost = min(last[column + 1], next[column]) + 1
                cost = min(cost, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
