// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Why: the type has many properties, because it has one for each quirk of a notification server.
/// The behaviour of a notification server that neither the specification nor its capabilities tell.
///
/// The behaviour was read from the servers' sources and seen on running servers; numbers in brackets are those of
/// `quirks.tsv`. Defaults follow the specification. The servers are listed in `KnownServers.swift`; the rest of the
/// agent never looks at a server's name.
package struct ServerProfile: Hashable, Sendable {
    /// The buttons that the person can see.
    enum DrawnButtons: Hashable, Sendable {
        case all
        /// Only the first buttons, up to this number; the person can't reach the others (37).
        case first(Int)
        /// No buttons on the notification: the buttons are in a menu, in a list or on keys (37).
        case elsewhere
        case none
    }

    /// The `&` signs of a button's label that mark a keyboard key; a double `&` is drawn as one `&`.
    enum Mnemonics: Hashable, Sendable {
        case everywhere
        /// The server draws a single `&` before a blank or at the end of the text, and `&&`, as they are.
        case beforeLetters
    }

    /// The way in which the server treats the requested timeout (56).
    enum Timeouts: Hashable, Sendable {
        case honoured
        case ignored
        /// Each notification is closed after this many seconds, even if it asked to stay.
        case fixed(Double)
    }

    /// The numbers of open notifications above which the server drops or refuses notifications (42, 43).
    package struct Limits: Hashable, Sendable {
        package var total: Int?
        package var perApplication: Int?
    }

    /// The server's name, in lower case.
    package let name: String
    /// The vendor's name, in lower case; nil if the name alone is enough.
    var vendor: String?
    /// The first version that this profile describes; nil for all versions before ``before``.
    var since: ServerVersion?
    /// The first version that this profile no longer describes; nil if the profile describes the newest one, too.
    var before: ServerVersion?

    // MARK: Exit and lost connections

    /// Closes the agent's notifications, or stops reporting presses on them, when the agent's connection drops (17, 55).
    package var isTiedToSenders = false
    /// Closes our notifications when the agent's connection ends; other servers that are tied to senders keep them,
    /// with dead buttons (55).
    package var dropsWithSender = false
    /// Whether the server sends a typed reply only to the connection that sent the notification, and other signals to all.
    package var repliesToSender = false
    /// The bus name of the program to which the server only forwards notifications, and which draws them (3).
    package var painter: String?
    /// Exits when no notification is open; a close signal just before such an exit has its usual meaning (2).
    package var leavesWhenEmpty = false
    package var limits = Limits()

    // MARK: Calls to the server

    /// Whether the server draws a replacement's own buttons, and neither keeps old buttons nor omits new ones (27).
    package var redrawsButtons = true
    /// Whether signals about a replacement carry the number that `Notify` returned (11).
    package var canReplace = true
    /// Leaves a waiting notification undrawn after `CloseNotification` closes the banner before it: Belfry closes a
    /// notification with buttons first, then sends its replacement (27).
    ///
    /// This is set only for servers that are tied to senders: if the agent dies between the two steps, the next agent
    /// presents the request again.
    package var closesBeforeReplacing = false
    /// Leaves a closed bubble on the screen, before all waiting bubbles: Belfry first makes the bubble expire (54).
    package var leavesClosedOnScreen = false
    /// Makes a permanent dialog of a notification that asks to stay: Belfry sends the server's own timeout (56).
    var makesDialogOfStaying = false
    /// Handles a click without a default action itself: it starts the application or removes its notifications (36).
    var actsWithoutDefault = false
    /// The hint that the server reads a picture from (46).
    var pictureHint = "image-data"
    /// Draws no picture beside an icon: Belfry sends only the picture (47).
    var iconHidesPicture = false
    var drawnButtons = DrawnButtons.all
    /// The `&` signs of a label that the server takes for the mark of a keyboard key, and doesn't draw (39).
    var mnemonics: Mnemonics?
    /// The number of actions, `default` included, above which the server draws a list instead of buttons.
    var listsAbove: Int?
    /// Draws buttons only while the banner is up, and none in the server's list.
    var hasButtonsOnBannerOnly = false
    /// Draws `default` as a button, and takes a click on the text for a dismissal (36).
    var drawsDefault = false
    /// Draws an action `settings` as a gear, whose press closes nothing.
    package var drawsSettings = false
    /// Leaves a notification with the hint `resident` on the screen after a press; else a press closes it (57).
    var honoursResident = false
    /// The width and height that a content extension's picture may have at most, in pixels.
    package var pictureSide = 256
    /// Makes a dialog of a notification with actions, and then loses the notification: Belfry sends no actions.
    var refusesActions = false
    /// Capabilities that the server names and does not have (67).
    var falseClaims: Set<String> = []
    /// Capabilities that the server has and does not name.
    var unsaid: Set<String> = []
    /// Parses titles as markup, as it does bodies (49).
    var parsesTitles = false
    /// Shows `&amp;` as it is, though it claims to parse markup (49).
    var showsEntities = false
    /// Parses a text as markup only if it looks like markup, as Qt does; in other texts it shows `&amp;` as it is (49).
    var guessesMarkup = false
    /// Escapes titles and shows the result: `&amp;` for `&` (49).
    var escapesTitles = false
    /// May parse bodies as markup without the capability: dunst does, by a setting that it doesn't announce (49).
    var mayParseUnsaid = false
    /// Plays a sound of its own choice with notifications that ask for none (60).
    package var playsOwnSound = false
    /// Plays its own sound even if the call has a sound name or `suppress-sound` (60).
    package var ignoresSoundHints = false

    // MARK: Signals of the server

    /// The reasons of `NotificationClosed` that mean a dismissal, unless the close is doubtful (24).
    package var dismissals: Set<UInt32> = [2]
    /// Reports a dismissal as an expiry: an expiry that is reported before the timeout counts as a dismissal (24).
    var saysExpiredForDismissed = false
    /// Reports a notification as expired also if the server drops or doesn't show the notification (24).
    var saysExpiredForDropped = false
    /// Closes many notifications at once, and reports a dismissal as the reason, though the person saw one or none (23).
    package var closesInBulk = false
    /// Closes transient notifications by itself with the reason of a dismissal (23).
    var dismissesTransient = false
    /// Sends `default` also when the person closes a notification (26).
    var sendsDefaultWhenClosed = false
    var timeouts = Timeouts.honoured
    /// The constant timeout of notifications that ask for none, in seconds; nil if it varies.
    var defaultTime: Double?
    /// Whether the server sends `NotificationClosed` when a notification expires (25).
    package var tellsExpiry = true
    /// Keeps expired notifications in a list in which the person can read them (13).
    package var keepsExpired = false
    /// Shows the replacement of a closed notification, under the same number (13).
    package var drawsReplacedAnew = false
}

extension ServerProfile {
    /// Whether the server honours requested timeouts and reports each expiry.
    package var keepsTime: Bool { tellsExpiry && timeouts == .honoured }

    /// Finds the profile by the server's information: name, vendor, version and specification.
    ///
    /// Names are compared without regard to case. An unknown version counts as the newest. An unknown server gets a
    /// profile that is safe on all known servers.
    package init(of information: [String]) {
        let words = information.map { $0.lowercased() }
        let (name, vendor) = (words.first ?? "", words.count > 1 ? words[1] : "")
        let version = words.count > 2 ? ServerVersion(words[2]) : nil
        self = Self.all.first { $0.isOf(name, vendor, version) } ?? Self.careful(name)
    }

    private func isOf(_ name: String, _ vendor: String, _ version: ServerVersion?) -> Bool {
        guard self.name == name, self.vendor.map({ $0 == vendor }) ?? true else { return false }
        guard let version else { return before == nil }
        return (since.map { $0 <= version } ?? true) && (before.map { version < $0 } ?? true)
    }
}
