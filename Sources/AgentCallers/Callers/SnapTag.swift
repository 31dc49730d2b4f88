// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The name that snapd gives a process of a snap: `snap.NAME.APP`, in control groups and AppArmor labels.
///
/// - `…/app.slice/snap.chat.chat-4706fe54-7802-4808-aa7e-ae8b567239e0.scope`, and with a dot before the number in older versions
/// - `/system.slice/snap.chat.daemon.service`
/// - `/snap.chat`, of the freezer, where control groups are of the first version: it has no application
/// - the label `snap.chat.chat (enforce)`
struct SnapTag: Hashable, Sendable {
    let snap: String
    /// Nil where only the snap is told.
    let app: String?

    /// The application id: desktop files of snaps are named so. Nil where it isn't known which application it is.
    var applicationID: String? {
        guard let app, !snap.isEmpty else { return nil }
        let id = "\(snap)_\(app)"
        return ApplicationID.isValid(id) ? id : nil
    }

    /// Nil for what doesn't begin as one; parts that can't be understood are left out.
    private init?(_ name: Substring) {
        guard name.hasPrefix("snap.") else { return nil }
        var words = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if let last = words.last, ["scope", "service", "slice", "mount"].contains(last), words.count > 1 {
            words.removeLast()
        }
        snap = words.first ?? ""
        if words.count > 2, Self.isNumber(words[words.count - 1]) { words.removeLast() }
        // The hooks of a snap, too, are one word: hook.NAME.
        let rest = words.dropFirst().map(Self.withoutNumber).joined(separator: ".")
        app = rest.isEmpty ? nil : rest
    }

    /// What the lines of `/proc/PID/cgroup` say, the most telling first; none outside a snap.
    ///
    /// With both versions of control groups side by side the second one's line may say nothing. The outermost group counts:
    /// what a program may make below its own is its own word.
    static func all(inControlGroups text: String) -> [SnapTag] {
        ControlGroups.paths(in: text).compactMap { path in
            path.split(separator: "/").lazy.compactMap { SnapTag($0) }.first
        }
    }

    /// What an AppArmor label says; nil for another's.
    init?(label: String) {
        self.init(label.prefix { !$0.isWhitespace && $0 != "\0" && $0 != "/" })
    }

    /// The one that all of these say; nil where they don't agree on a snap, or none has an application.
    static func agreed(_ tags: [SnapTag]) -> SnapTag? {
        guard Set(tags.map(\.snap)).count == 1 else { return nil }
        return tags.first { $0.app != nil }
    }

    /// Takes the number of a start off an application's name, which may have dashes itself.
    private static func withoutNumber(_ word: String) -> String {
        let number = word.suffix(36)
        guard isNumber(String(number)), word.dropLast(36).last == "-" else { return word }
        return String(word.dropLast(37))
    }

    /// Whether this is a UUID.
    private static func isNumber(_ word: String) -> Bool {
        word.utf8.count == 36
            && word.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
            && word.allSatisfy { $0.isHexDigit || $0 == "-" }
    }
}
