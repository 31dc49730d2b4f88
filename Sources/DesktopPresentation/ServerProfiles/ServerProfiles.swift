// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Every notification server that is known, and what it does otherwise than the specification has it.
///
/// The first line that fits a server's name, vendor and version counts; the newest version comes first.
extension ServerProfile {
    static let all: [ServerProfile] =
        gnome + plasma + [
            // `belfry desktop`.
            ServerProfile(name: "belfry", vendor: "belfry", repliesToSender: true),
            // Of two that are alike, the older goes.
            ServerProfile(
                name: "dunst", isTiedToSenders: true, drawnButtons: .elsewhere, mayParseUnsaid: true,
                saysExpiredForDropped: true),
            ServerProfile(name: "mako", drawnButtons: .elsewhere),
            ServerProfile(
                name: "swaynotificationcenter", falseClaims: ["inline-reply"], closesInBulk: true,
                dismissesTransient: true, tellsExpiry: false, keepsExpired: true, drawsReplacedAnew: true),
            ServerProfile(name: "xfce notify daemon", drawsDefault: true),
            ServerProfile(
                name: "notification daemon", vendor: "mate", leavesWhenEmpty: true, limits: Limits(total: 20),
                redrawsButtons: false, playsOwnSound: true, saysExpiredForDismissed: true, defaultTime: 7),
            notificationDaemon("notification daemon"), notificationDaemon("gnome-flashback"),
            // Its vendor says GNOME.
            ServerProfile(
                name: "cinnamon", isTiedToSenders: true, dropsWithSender: true, limits: Limits(perApplication: 20),
                playsOwnSound: true,
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
            // Budgie's before 10.6.
            ServerProfile(name: "raven", vendor: "budgie desktop developers", parsesTitles: true),
            ServerProfile(
                name: "cosmic-notifications", drawnButtons: .elsewhere,
                falseClaims: ["action-icons", "body-hyperlinks", "body-markup", "sound"], tellsExpiry: false),
            ServerProfile(name: "deepinnotifications", playsOwnSound: true, ignoresSoundHints: true),
            // Every close has reason 4: a dismissal can't be told.
            ServerProfile(name: "wired", drawnButtons: .elsewhere, dismissals: []),
            ServerProfile(name: "wired-notify", drawnButtons: .elsewhere, dismissals: []),
            // No signal at all.
            ServerProfile(
                name: "tiramisu", drawnButtons: .none, falseClaims: ["actions"], dismissals: [], tellsExpiry: false),
            // deadd.
            ServerProfile(
                name: "haskell-notification-daemon", falseClaims: ["action-icons"], parsesTitles: true),
            ServerProfile(name: "notifd", vendor: "astal"),
            ServerProfile(name: "quickshell", saysExpiredForDropped: true),
            ServerProfile(
                name: "notify-osd", isTiedToSenders: true, makesDialogOfStaying: true, drawnButtons: .none,
                refusesActions: true, dismissals: [], timeouts: .fixed(10)),
            // Its answer begins with its version; the other line is for the day when that is put right.
            ukui(name: "1.0", vendor: "ukui-notifications"), ukui(name: "ukui-notifications"),
            // awesome.
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
            drawnButtons: .first(3), hasButtonsOnBannerOnly: hasButtonsOnBannerOnly, saysExpiredForDropped: true,
            closesInBulk: true, timeouts: .ignored, tellsExpiry: false, keepsExpired: true)
    }

    /// What has actions expires silently since 6.4.
    private static let plasma = [
        ServerProfile(
            name: "plasma", since: "6.4", isTiedToSenders: true, limits: Limits(total: 1000), mnemonics: .beforeLetters,
            drawsSettings: true, tellsExpiry: false, keepsExpired: true),
        ServerProfile(
            name: "plasma", before: "6.4", isTiedToSenders: true, limits: Limits(total: 1000),
            mnemonics: .beforeLetters, drawsSettings: true, keepsExpired: true),
    ]

    private static func notificationDaemon(_ name: String) -> ServerProfile {
        ServerProfile(
            name: name, vendor: "gnome", leavesWhenEmpty: true, limits: Limits(total: 20), leavesClosedOnScreen: true,
            playsOwnSound: true, tellsExpiry: false)
    }

    private static func ukui(name: String, vendor: String? = nil) -> ServerProfile {
        ServerProfile(
            name: name, vendor: vendor, leavesWhenEmpty: true, canReplace: false, guessesMarkup: true,
            playsOwnSound: true, saysExpiredForDismissed: true, timeouts: .fixed(3))
    }

    /// A server that nobody has looked at: what is harmless where it isn't needed is done for it.
    static func careful(_ name: String) -> ServerProfile {
        ServerProfile(
            name: name, isTiedToSenders: true, redrawsButtons: false, actsWithoutDefault: true, closesInBulk: true,
            dismissesTransient: true, tellsExpiry: false)
    }

    /// Servers that were run and seen to tell of an action before they close what it was on, and to close nothing as they end.
    private static let seenToAnswerBeforeClosing: Set<String> = [
        "belfry", "cinnamon", "dunst", "gnome-flashback", "gnome-shell", "mako", "naughty", "notification daemon",
        "plasma",
        "swaynotificationcenter", "xfce notify daemon",
    ]

    /// Whether no action follows the close that it caused.
    var answersBeforeClosing: Bool { Self.seenToAnswerBeforeClosing.contains(name) && self != Self.careful(name) }

    /// Whether it is one that nobody has looked at.
    package var isUnknown: Bool { !Self.all.contains { $0.name == name } }
}
