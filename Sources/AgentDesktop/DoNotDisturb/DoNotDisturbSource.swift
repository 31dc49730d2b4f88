// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Source of a desktop's Do Not Disturb state (research/freedesktop-desktop.md §4).
enum DoNotDisturbSource: Hashable, Sendable {
    /// A D-Bus object from which the Do Not Disturb state is read.
    struct Place: Hashable, Sendable {
        /// The object's bus name; nil means the notification server itself.
        var name: String?
        var path: ObjectPath
        var interface: String
    }

    /// Form in which the source reports the state.
    enum Answer: Hashable, Sendable {
        case boolean
        /// A list of names; Do Not Disturb is on if the list has a name of this set.
        case names(Set<String>)

        /// Returns whether Do Not Disturb is on; nil if the answer does not have this form.
        func isOn(_ value: Value) -> Bool? {
            if case .variant(let inner) = value { return isOn(inner) }
            switch self {
            case .boolean: return value.bool
            case .names(let names): return value.strings.map { !names.isDisjoint(with: $0) }
            }
        }
    }

    case property(Place, String, Answer)
    case method(Place, String, [String], Answer)
    /// A boolean key of GSettings, and the value that means that Do Not Disturb is on.
    case setting(schema: String, key: String, on: Bool)
    /// A file below `$XDG_CONFIG_HOME`, and its line, without blanks, that means that Do Not Disturb is on.
    case file(path: String, line: String)

    /// Creates the source for a server, by its name and vendor; nil if no source is known.
    init?(of information: [String]) {
        let words = information.map { $0.lowercased() }
        let name = words.first ?? ""
        if name == "notification daemon", words.dropFirst().first != "mate" { return nil }
        guard let source = Self.known[name] else { return nil }
        self = source
    }

    /// A short description of the source for people, such as `org.dunstproject.cmd0 paused`.
    var summary: String {
        switch self {
        case .property(let place, let name, _), .method(let place, let name, _, _): "\(place.interface) \(name)"
        case .setting(let schema, let key, _): "\(schema) \(key)"
        case .file(let path, _): path
        }
    }

    /// Names that people commonly give to a mode of mako that shows nothing.
    private static let makoModes: Set = ["do-not-disturb", "dnd", "donotdisturb"]

    /// Sources by the servers' names, in lower case.
    private static let known: [String: DoNotDisturbSource] = [
        "plasma": .property(
            Place(path: "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications"), "Inhibited",
            .boolean),
        "dunst": .property(
            Place(path: "/org/freedesktop/Notifications", interface: "org.dunstproject.cmd0"), "paused", .boolean),
        "mako": .method(
            Place(path: "/fr/emersion/Mako", interface: "fr.emersion.Mako"), "ListModes", [], .names(makoModes)),
        "swaynotificationcenter": .method(
            Place(
                name: "org.erikreider.swaync.cc", path: "/org/erikreider/swaync/cc",
                interface: "org.erikreider.swaync.cc"), "GetDnd", [], .boolean),
        "budgie notification server": .method(
            Place(
                name: "org.budgie_desktop.Notifications", path: "/org/budgie_desktop/Notifications",
                interface: "org.buddiesofbudgie.budgie.Dispatcher"), "GetDoNotDisturb", [], .boolean),
        "xfce notify daemon": .method(
            Place(name: "org.xfce.Xfconf", path: "/org/xfce/Xfconf", interface: "org.xfce.Xfconf"), "GetProperty",
            ["xfce4-notifyd", "/do-not-disturb"], .boolean),
        "gnome-shell": .setting(schema: "org.gnome.desktop.notifications", key: "show-banners", on: false),
        "cinnamon": .setting(schema: "org.cinnamon.desktop.notifications", key: "display-notifications", on: false),
        "notification daemon": .setting(schema: "org.mate.NotificationDaemon", key: "do-not-disturb", on: true),
        "io.elementary.notifications": .setting(schema: "io.elementary.notifications", key: "do-not-disturb", on: true),
        "lxqt-notificationd": .file(path: "lxqt/notifications.conf", line: "doNotDisturb=true"),
        "cosmic-notifications": .file(path: "cosmic/com.system76.CosmicNotifications/v1/do_not_disturb", line: "true"),
    ]
}
