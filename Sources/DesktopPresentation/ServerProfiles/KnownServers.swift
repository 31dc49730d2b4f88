// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The known notification servers, with their deviations from the specification.
///
/// The first profile that matches a server's name, vendor and version counts, so newer versions come first.
extension ServerProfile {
    static let all: [ServerProfile] =
        gnome + plasma + [
            // This server is `belfry desktop`.
            ServerProfile(name: "belfry", vendor: "belfry", repliesToSender: true, honoursResident: true),
            // dunst replaces the older of two equal notifications.
            ServerProfile(
                name: "dunst", isTiedToSenders: true, drawnButtons: .elsewhere, mayParseUnsaid: true,
                saysExpiredForDropped: true),
            ServerProfile(name: "mako", drawnButtons: .elsewhere),
            ServerProfile(
                name: "swaynotificationcenter", honoursResident: true, falseClaims: ["inline-reply"],
                closesInBulk: true,
                dismissesTransient: true, tellsExpiry: false, keepsExpired: true, drawsReplacedAnew: true),
            ServerProfile(name: "xfce notify daemon", drawsDefault: true),
            ServerProfile(
                name: "notification daemon", vendor: "mate", leavesWhenEmpty: true, limits: Limits(total: 20),
                redrawsButtons: false, playsOwnSound: true, saysExpiredForDismissed: true, defaultTime: 7),
            notificationDaemon("notification daemon"), notificationDaemon("gnome-flashback"),
            // Cinnamon reports GNOME as its vendor.
            ServerProfile(
                name: "cinnamon", isTiedToSenders: true, dropsWithSender: true, limits: Limits(perApplication: 20),
                honoursResident: true, playsOwnSound: true,
                dismissals: [0, 2], closesInBulk: true, timeouts: .ignored, tellsExpiry: false, keepsExpired: true),
            ServerProfile(
                name: "lxqt-notificationd", since: "0.17", redrawsButtons: false, mnemonics: .everywhere, listsAbove: 3,
                dismissesTransient: true),
            ServerProfile(
                name: "lxqt-notificationd", before: "0.17", redrawsButtons: false, mnemonics: .everywhere,
                listsAbove: 3, parsesTitles: true,
                dismissesTransient: true),
            ServerProfile(
                name: "io.elementary.notifications", actsWithoutDefault: true, unsaid: ["icon-static"],
                playsOwnSound: true, ignoresSoundHints: true, timeouts: .ignored,
                tellsExpiry: false),
            ServerProfile(
                name: "budgie notification server", limits: Limits(total: 3), unsaid: ["icon-static"],
                showsEntities: true, escapesTitles: true,
                playsOwnSound: true, saysExpiredForDropped: true, sendsDefaultWhenClosed: true, timeouts: .fixed(6),
                drawsReplacedAnew: true),
            // Budgie before 10.6 has this name.
            ServerProfile(name: "raven", vendor: "budgie desktop developers", parsesTitles: true),
            ServerProfile(
                name: "cosmic-notifications", drawnButtons: .elsewhere,
                falseClaims: ["action-icons", "body-hyperlinks", "body-markup", "sound"], tellsExpiry: false),
            ServerProfile(name: "deepinnotifications", playsOwnSound: true, ignoresSoundHints: true),
            // wired closes every notification with reason 4, so a dismissal can't be recognised.
            ServerProfile(name: "wired", drawnButtons: .elsewhere, dismissals: []),
            ServerProfile(name: "wired-notify", drawnButtons: .elsewhere, dismissals: []),
            // tiramisu sends no signals.
            ServerProfile(
                name: "tiramisu", drawnButtons: .none, falseClaims: ["actions"], dismissals: [], tellsExpiry: false),
            // The program of this server is called deadd.
            ServerProfile(name: "haskell-notification-daemon", falseClaims: ["action-icons"], parsesTitles: true),
            ServerProfile(name: "notifd", vendor: "astal", honoursResident: true),
            ServerProfile(name: "quickshell", honoursResident: true, saysExpiredForDropped: true),
            ServerProfile(
                name: "notify-osd", isTiedToSenders: true, makesDialogOfStaying: true, drawnButtons: .none,
                refusesActions: true, dismissals: [], timeouts: .fixed(10)),
            // UKUI reports its version as its name; the second profile is for versions without this mistake.
            ukui(name: "1.0", vendor: "ukui-notifications"), ukui(name: "ukui-notifications"),
            // The program of this server is called awesome.
            ServerProfile(name: "naughty", pictureHint: "image_data", iconHidesPicture: true),
            ServerProfile(
                name: "phosh notify daemon", dismissals: [2, 3], timeouts: .ignored, tellsExpiry: false,
                keepsExpired: true),
        ]

    private static let gnome = [
        gnome(since: "48", keeping: 10), gnome(since: "46", before: "48", keeping: 3),
        gnome(before: "46", keeping: 3, hasButtonsOnBannerOnly: true),
    ]

    private static func gnome(
        since: ServerVersion? = nil, before: ServerVersion? = nil, keeping count: Int,
        hasButtonsOnBannerOnly: Bool = false
    ) -> ServerProfile {
        ServerProfile(
            name: "gnome-shell", since: since, before: before, isTiedToSenders: true, dropsWithSender: true,
            painter: "org.gnome.Shell", limits: Limits(perApplication: count), redrawsButtons: false,
            closesBeforeReplacing: true, actsWithoutDefault: true,
            drawnButtons: .first(3), hasButtonsOnBannerOnly: hasButtonsOnBannerOnly, honoursResident: true,
            saysExpiredForDropped: true,
            closesInBulk: true, timeouts: .ignored, tellsExpiry: false, keepsExpired: true)
    }

    /// Plasma since 6.4 sends no signal when a notification with actions expires.
    private static let plasma = [
        ServerProfile(
            name: "plasma", since: "6.4", isTiedToSenders: true, limits: Limits(total: 1000), mnemonics: .beforeLetters,
            drawsSettings: true, honoursResident: true, tellsExpiry: false, keepsExpired: true),
        ServerProfile(
            name: "plasma", before: "6.4", isTiedToSenders: true, limits: Limits(total: 1000),
            mnemonics: .beforeLetters, drawsSettings: true, honoursResident: true, keepsExpired: true),
    ]

    private static func notificationDaemon(_ name: String) -> ServerProfile {
        ServerProfile(
            name: name, vendor: "gnome", leavesWhenEmpty: true, limits: Limits(total: 20), leavesClosedOnScreen: true,
            honoursResident: true, playsOwnSound: true, tellsExpiry: false)
    }

    private static func ukui(name: String, vendor: String? = nil) -> ServerProfile {
        ServerProfile(
            name: name, vendor: vendor, leavesWhenEmpty: true, canReplace: false, guessesMarkup: true,
            playsOwnSound: true, saysExpiredForDismissed: true, timeouts: .fixed(3))
    }

    /// Makes the profile of an unknown server, with all precautions that do no harm on servers which don't need them.
    static func careful(_ name: String) -> ServerProfile {
        ServerProfile(
            name: name, isTiedToSenders: true, redrawsButtons: false, actsWithoutDefault: true, closesInBulk: true,
            dismissesTransient: true, tellsExpiry: false)
    }

    /// Servers seen to send an action before the close that it causes, and to close no notification as they exit.
    private static let seenToAnswerBeforeClosing: Set<String> = [
        "belfry", "cinnamon", "dunst", "gnome-flashback", "gnome-shell", "mako", "naughty", "notification daemon",
        "plasma",
        "swaynotificationcenter", "xfce notify daemon",
    ]

    /// Whether the server never sends an action after the close that it caused.
    var answersBeforeClosing: Bool { Self.seenToAnswerBeforeClosing.contains(name) && self != Self.careful(name) }

    /// Whether no profile names this server.
    package var isUnknown: Bool { !Self.all.contains { $0.name == name } }
}
