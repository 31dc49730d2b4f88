// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What a notification server does that neither the specification nor its capabilities tell.
///
/// Read from the servers' sources and seen on running ones; the numbers are those of the list of quirks. What is not
/// said is as the specification has it. The servers themselves are in `ServerProfiles.swift`, and nowhere else in the
/// agent is a server's name looked at.
package struct ServerProfile: Hashable, Sendable {
    /// Which buttons the person sees.
    enum DrawnButtons: Hashable, Sendable {
        case all
        /// The first ones, so many; the rest can't be reached (37).
        case first(Int)
        /// None on the notification: they are in a menu, in a list or on keys (37).
        case elsewhere
        /// None at all.
        case none
    }

    /// Which `&` of a label marks a key; two of them are drawn as one.
    enum Mnemonics: Hashable, Sendable {
        case everywhere
        /// One before a blank, or at the end, is drawn as it is, and so are two.
        case beforeLetters
    }

    /// What becomes of the time that a notification asks for (56).
    enum Timeouts: Hashable, Sendable {
        case honoured
        case ignored
        /// Each goes after so many seconds, also where it asked to stay.
        case fixed(Double)
    }

    /// How many may be open before the server drops or refuses some (42, 43).
    package struct Limits: Hashable, Sendable {
        package var total: Int?
        package var perApplication: Int?
    }

    /// What it calls itself, in small letters.
    package let name: String
    /// Its vendor's name, in small letters; nil where the name alone is enough.
    var vendor: String?
    /// The first version that this is true of; nil: every one before ``before``.
    var since: ServerVersion?
    /// The first version that it is not true of any more; nil: there is none yet.
    var before: ServerVersion?

    // MARK: Life

    /// Whether what it shows is lost with the connection that sent it: nobody hears a press, or it goes itself (17, 55).
    package var isTiedToSenders = false
    /// Of those: what it shows goes with who sent it; others keep it, with dead buttons (55).
    package var dropsWithSender = false
    /// Tells what was typed only to the connection that sent the notification, and all else to everybody.
    package var repliesToSender = false
    /// The bus name of the program that shows, where the server only takes in what that one shows (3).
    package var painter: String?
    /// Ends by itself when it shows nothing any more: that it goes says nothing about what it closed just before (2).
    package var leavesWhenEmpty = false
    package var limits = Limits()

    // MARK: What is sent

    /// Whether a replacement gets its own buttons; else they stay the old ones, vanish, or are there and can't be seen (27).
    package var redrawsButtons = true
    /// Whether signals about a replacement come with the number that it was given (11).
    package var canReplace = true
    /// Brings up nothing that waits behind a banner which a call closes: what takes a question's place is sent after the
    /// question is closed (27).
    ///
    /// Only for a server that is tied to senders: what an agent has closed, and died before it sent the newer one, must be
    /// shown again by the next.
    package var closesBeforeReplacing = false
    /// Leaves the bubble of what a call closes on the screen, before all that waits: it is given no time first (54).
    package var leavesClosedOnScreen = false
    /// Makes a dialog that nothing closes of what asks to stay: it is sent with the server's own time instead (56).
    var makesDialogOfStaying = false
    /// Does something of its own with a click on what has no default action: it starts the application, or takes away all
    /// that is from it (36).
    var actsWithoutDefault = false
    /// The hint that it draws a picture by (46).
    var pictureHint = "image-data"
    /// Draws no picture beside an icon: what has one is sent without the other (47).
    var iconHidesPicture = false
    var drawnButtons = DrawnButtons.all
    /// Which `&` of a label is taken for the mark of a key, and not drawn (39).
    var mnemonics: Mnemonics?
    /// With more actions than so many, `default` among them, they are a list instead of buttons.
    var listsAbove: Int?
    /// Draws buttons only as long as the banner is up, and none in its list.
    var hasButtonsOnBannerOnly = false
    /// Draws `default` as a button, and takes a click on the text for a dismissal (36).
    var drawsDefault = false
    /// Draws an action `settings` as a button of its own, whose press closes nothing.
    package var drawsSettings = false
    /// Makes a dialog of a notification that has actions, and loses it: it gets none.
    var refusesActions = false
    /// Capabilities that it names and does not have (67).
    var falseClaims: Set<String> = []
    /// Those that it has and does not name.
    var unsaid: Set<String> = []
    /// Takes the title for markup, as it does the body (49).
    var parsesTitles = false
    /// Shows `&amp;` as it is, though it says that it parses markup (49).
    var showsEntities = false
    /// Takes a text for markup where it looks like some, and shows `&amp;` as it is where it doesn't, as Qt does (49).
    var guessesMarkup = false
    /// Escapes a title and shows what comes of that: `&amp;` for `&` (49).
    var escapesTitles = false
    /// May parse a body as markup where it says that it doesn't: dunst does, without a word of it in its settings (49).
    var mayParseUnsaid = false
    /// Plays a sound of its own choice with what asks for none (60).
    package var playsOwnSound = false
    /// Plays it whatever it is told: neither a name nor `suppress-sound` changes that (60).
    package var ignoresSoundHints = false

    // MARK: What it says

    /// The reasons of `NotificationClosed` that are the person's doing, if nothing speaks against it (24).
    package var dismissals: Set<UInt32> = [2]
    /// Says of what the person closed that it has expired: before its time it is a dismissal (24).
    var saysExpiredForDismissed = false
    /// Says of what it has no room for, or does not show, that it has expired (24).
    var saysExpiredForDropped = false
    /// Closes many at once of which the person has looked at one, or none, with the reason of a dismissal (23).
    package var closesInBulk = false
    /// Gives the reason of a dismissal to transient ones that it takes away itself (23).
    var dismissesTransient = false
    /// Sends `default` also when the person closes a notification (26).
    var sendsDefaultWhenClosed = false
    var timeouts = Timeouts.honoured
    /// The seconds that one stays which asks for no time, where they are always the same.
    var defaultTime: Double?
    /// Whether a `NotificationClosed` comes when a notification has expired (25).
    package var tellsExpiry = true
    /// Has a list of its own, where what has expired stays: its words are to be read there (13).
    package var keepsExpired = false
    /// Draws one anew, under its number, that is sent to take the place of one that is gone (13).
    package var drawsReplacedAnew = false
}

extension ServerProfile {
    /// Whether what asks for a time goes when that is over, and the server says so.
    package var keepsTime: Bool { tellsExpiry && timeouts == .honoured }

    /// The profile of a server by what it says of itself: name, vendor, version and specification.
    ///
    /// Names are compared without regard to case. A version that is not known is taken for the newest, and a server that is
    /// not known for one that may do what any of the known ones does.
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
