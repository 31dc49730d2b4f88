// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a notification server does that neither the specification nor its capabilities tell.
///
/// Read from the servers' sources and seen on running ones; the numbers are those of the list of quirks.
struct ServerProfile: Hashable, Sendable {
    /// What it calls itself, in small letters.
    let name: String
    /// Its vendor's name, in small letters; nil where the name alone is enough.
    var vendor: String?
    /// Whether what it shows is lost with the connection that sent it: nobody hears a press, or it goes itself (17, 55).
    var isTiedToSenders = false
    /// The bus name of the program that shows, where the server only takes in what that one shows (3).
    var painter: String?
    /// Whether a replacement gets its own buttons; else they stay the old ones, vanish, or are there and can't be seen (27).
    var redrawsButtons = true

    /// Every server that differs.
    static let all = [
        ServerProfile(name: "gnome-shell", isTiedToSenders: true, painter: "org.gnome.Shell", redrawsButtons: false),
        ServerProfile(name: "plasma", isTiedToSenders: true),
        ServerProfile(name: "cinnamon", isTiedToSenders: true),
        ServerProfile(name: "dunst", isTiedToSenders: true),
        ServerProfile(name: "notify-osd", isTiedToSenders: true),
        ServerProfile(name: "lxqt-notificationd", redrawsButtons: false),
        ServerProfile(name: "notification daemon", vendor: "mate", redrawsButtons: false),
    ]
}

extension ServerProfile {
    /// The profile of a server by what it says of itself: name, vendor, version and specification.
    init(of information: [String]) {
        let words = information.map { $0.lowercased() }
        let name = words.first ?? ""
        self =
            Self.all.first { known in
                known.name == name && (known.vendor == nil || words.dropFirst().first == known.vendor)
            } ?? ServerProfile(name: name)
    }
}
