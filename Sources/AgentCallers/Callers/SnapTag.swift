// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The name that snapd gives a process of a snap, `snap.NAME.APP`, in control groups and AppArmor labels.
///
/// - `…/app.slice/snap.chat.chat-4706fe54-7802-4808-aa7e-ae8b567239e0.scope`; older versions have a dot before the UUID
/// - `/system.slice/snap.chat.daemon.service`
/// - `/snap.chat`, in the freezer of control groups version 1: it names no application
/// - the label `snap.chat.chat (enforce)`
struct SnapTag: Hashable, Sendable {
    let snap: String
    /// The application's name in the snap; nil if only the snap is known.
    let app: String?

    /// The application id, which is also the name of its desktop file; nil if the application is unknown.
    var applicationID: String? {
        guard let app, !snap.isEmpty else { return nil }
        let id = "\(snap)_\(app)"
        return ApplicationID.isValid(id) ? id : nil
    }

    /// Parses a name that begins with `snap.`; nil for other names. Parts that can't be parsed are ignored.
    private init?(_ name: Substring) {
        guard name.hasPrefix("snap.") else { return nil }
        var words = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if let last = words.last, ["scope", "service", "slice", "mount"].contains(last), words.count > 1 {
            words.removeLast()
        }
        snap = words.first ?? ""
        if words.count > 2, Self.isNumber(words[words.count - 1]) { words.removeLast() }
        // A hook of a snap has two words as its name: hook.NAME.
        let rest = words.dropFirst().map(Self.withoutNumber).joined(separator: ".")
        app = rest.isEmpty ? nil : rest
    }

    /// Returns the tags in the lines of `/proc/PID/cgroup`, most reliable first; none outside a snap.
    ///
    /// With both cgroup versions mounted, the line of version 2 may name no snap. The outermost group counts: a program
    /// can give any name to the groups below its own.
    static func all(inControlGroups text: String) -> [SnapTag] {
        ControlGroups.paths(in: text).compactMap { path in
            path.split(separator: "/").lazy.compactMap { SnapTag($0) }.first
        }
    }

    /// Parses an AppArmor label; nil for labels that are not a snap's.
    init?(label: String) { self.init(label.prefix { !$0.isWhitespace && $0 != "\0" && $0 != "/" }) }

    /// Returns the first tag that names an application; nil if the tags name different snaps, or no application.
    static func agreed(_ tags: [SnapTag]) -> SnapTag? {
        guard Set(tags.map(\.snap)).count == 1 else { return nil }
        return tags.first { $0.app != nil }
    }

    /// Removes the UUID that snapd adds to an application's name at each start; the name may contain dashes, too.
    private static func withoutNumber(_ word: String) -> String {
        let number = word.suffix(36)
        guard isNumber(String(number)), word.dropLast(36).last == "-" else { return word }
        return String(word.dropLast(37))
    }

    /// Whether the word is a UUID.
    private static func isNumber(_ word: String) -> Bool {
        word.utf8.count == 36
            && word.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
            && word.allSatisfy { $0.isHexDigit || $0 == "-" }
    }
}
