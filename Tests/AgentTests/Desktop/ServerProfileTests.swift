// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import DesktopPresentation
import NotificationServer
import Testing
import TestSupport

/// Recognition of servers, remarks on them, and the meaning of their close reasons.
@Suite struct ServerProfileTests {
    private static func profile(_ words: String...) -> ServerProfile { ServerProfile(of: words) }

    @Test(arguments: RecordedServer.all)
    func `69: every recorded server is recognised by name and vendor`(_ recorded: RecordedServer) {
        let information = recorded.information
        let words = [information.name, information.vendor, information.version, information.specification]
        let profile = ServerProfile(of: words)
        #expect(profile.isUnknown == (recorded.description == "somebody's"))
        #expect(ServerProfile(of: words.map { $0.uppercased() }) == profile)
    }

    // ukui-notification-daemon 1.0.1 returns each field in the place of the one before it.
    @Test func `S3: UKUI is recognised by its shifted reply, and by the correct one`() {
        let real = ["1.0", "ukui-Notifications", "ukui3.0", "1.0"]
        for words in [real, ["ukui-Notifications", "ukui3.0", "1.0", "1.2"]] {
            let profile = ServerProfile(of: words)
            #expect(!profile.isUnknown && profile.timeouts == .fixed(3) && profile.saysExpiredForDismissed)
        }
        #expect(ServerProfile(of: ["1.0", "Somebody", "1.0", "1.2"]).isTiedToSenders)
    }

    @Test func `69: the same name of two vendors means two servers`() {
        #expect(Self.profile("Notification Daemon", "MATE", "1.26").saysExpiredForDismissed)
        #expect(!Self.profile("Notification Daemon", "GNOME", "3.20").saysExpiredForDismissed)
        #expect(Self.profile("Notification Daemon", "Nobody", "1").isTiedToSenders)
        #expect(Self.profile("cinnamon", "GNOME", "5").dismissals == [0, 2])
    }

    @Test(
        arguments: [
            ("43.9", 3), ("47.99", 3), ("48", 10), ("48.0", 10), ("48.1", 10), ("51.beta", 10), ("3.38.4", 3),
            ("", 10), ("unknown", 10),
        ])
    func `an unknown version is treated as the newest`(version: String, count: Int) {
        #expect(Self.profile("gnome-shell", "GNOME", version).limits.perApplication == count)
    }

    @Test(
        arguments: [
            ("0.16", "0.17"), ("0.9", "0.10"), ("1", "1.0.1"), ("51.alpha", "51.1"), ("v4.3", "4.4"), ("9.9.9", "10"),
        ])
    func `versions are compared number by number`(older: String, newer: String) throws {
        let (older, newer) = try (#require(ServerVersion(older)), #require(ServerVersion(newer)))
        #expect(older < newer)
        #expect(!(newer < older))
    }

    @Test func `trailing zeros do not make another version`() {
        let versions = ["48", "48.0.0", "0.0.0", "beta"].map { ServerVersion($0) }
        #expect(versions[0] == versions[1] && versions[0] != nil)
        #expect(versions[2] != nil && versions[3] == nil)
    }

    @Test(
        arguments: [
            (["mako", "emersion", "1.7"], 2, nil), (["belfry", "Belfry", "1"], 2, nil),
            (["Plasma", "KDE", "5.27"], 2, nil),
            (["Notification Daemon", "MATE", "1.26"], 1, nil),
            // Others may be closed with this one, which makes the reason doubtful.
            (["gnome-shell", "GNOME", "43.9"], 2, 250), (["SwayNotificationCenter", "ErikReider", "0.9"], 2, 250),
            // An action may follow the close.
            (["lxqt-notificationd", "lxqt.org", "1.3"], 2, 1000), (["somebody's", "Somebody", "1"], 2, 1000),
            (["Notification Daemon", "Nobody", "1"], 2, 1000),
            // The close is no dismissal, and no caller waits.
            (["mako", "emersion", "1.7"], 1, 1000), (["mako", "emersion", "1.7"], 4, 1000),
        ] as [([String], UInt32, Int?)])
    func `C11: a close is settled as soon as no signal can change its meaning`(
        words: [String], reason: UInt32, milliseconds: Int?
    ) {
        let closing = ServerProfile.Closing(reason: reason, elapsed: 2, stay: DisplayDuration())
        #expect(ServerProfile(of: words).settleTime(of: closing) == milliseconds.map { .milliseconds($0) })
    }

    @Test func `C11: a dismissal is not settled at once if a newer showing makes it doubtful`() {
        let closing = ServerProfile.Closing(reason: 2, elapsed: 2, stay: DisplayDuration(), isDoubtful: true)
        #expect(ServerProfile(of: ["mako", "emersion", "1.7"]).settleTime(of: closing) == .seconds(1))
    }

    @Test func `remarks on a server are short sentences, and a plain server has none`() {
        for profile in ServerProfile.all + [ServerProfile.careful("x")] {
            for remark in profile.remarks {
                #expect(remark.hasSuffix(".") && remark.count < 140, "\(profile.name): \(remark)")
            }
            #expect(Set(profile.remarks).count == profile.remarks.count)
        }
        #expect(Self.profile("notifd", "astal", "0.1").remarks == [])
        #expect(Self.profile("x", "y", "1").remarks.first?.contains("does not know") == true)
        #expect(Self.profile("gnome-shell", "GNOME", "48").remarks.contains { $0.contains("3 buttons") })
    }

    // MARK: - Meaning of a close

    private static let never = DisplayDuration(seconds: 0)
    private static let ten = DisplayDuration(seconds: 10)
    private static let open = DisplayDuration()
    private static let transient = DisplayDuration(isTransient: true)
    private static let mate = profile("Notification Daemon", "MATE", "1.26")
    private static let gnome = profile("gnome-shell", "GNOME", "48")
    private static let budgie = profile("Budgie Notification Server", "Budgie Desktop Developers", "10.7")
    private static let ukui = profile("1.0", "ukui-Notifications", "ukui3.0", "1.0")
    private static let belfry = profile("belfry", "Belfry", "1")
    private static let wired = profile("wired", "", "1")
    private static let sway = profile("SwayNotificationCenter", "ErikReider", "0.9")

    /// Server, reason, seconds on the screen, the notification's time, the meaning of the close, and its meaning in
    /// case of doubt.
    private static let closes: [(ServerProfile, UInt32, Double, DisplayDuration, CloseCause, CloseCause)] = [
        (belfry, 1, 10, ten, .expired, .expired), (belfry, 1, 1, open, .expired, .closed),
        (belfry, 2, 1, ten, .dismissed, .unknown), (belfry, 3, 1, ten, .closed, .closed),
        (belfry, 4, 1, ten, .closed, .closed), (belfry, 4, 10, ten, .expired, .expired),
        (belfry, 1, 900, never, .closed, .closed), (belfry, 1, 3, ten, .expired, .closed),
        (profile("dunst", "knopwob", "1.9"), 1, 3, ten, .closed, .closed),
        (belfry, 0, 1, open, .unknown, .unknown), (belfry, 5, 1, open, .unknown, .unknown),
        // The server's close button sends reason 1.
        (mate, 1, 3, ten, .dismissed, .unknown), (mate, 1, 9.8, ten, .expired, .expired),
        (mate, 1, 3, open, .dismissed, .unknown), (mate, 1, 7, open, .expired, .expired),
        (mate, 1, 900, never, .dismissed, .unknown), (mate, 2, 900, never, .dismissed, .unknown),
        (ukui, 1, 1, never, .dismissed, .unknown), (ukui, 1, 3, never, .unknown, .unknown),
        (ukui, 1, 3, open, .expired, .expired), (ukui, 1, 1, ten, .dismissed, .unknown),
        // The server has no room, or Do Not Disturb is on.
        (budgie, 1, 0, open, .closed, .closed), (budgie, 1, 6, open, .expired, .closed),
        (budgie, 1, 0, never, .closed, .closed), (budgie, 2, 0, never, .dismissed, .unknown),
        (gnome, 1, 900, open, .closed, .closed), (gnome, 1, 4, transient, .expired, .closed),
        (gnome, 2, 900, open, .dismissed, .unknown), (gnome, 1, 10, ten, .expired, .expired),
        (wired, 4, 3, open, .unknown, .unknown), (wired, 4, 10, ten, .expired, .expired),
        (sway, 2, 3, transient, .unknown, .unknown), (sway, 2, 3, open, .dismissed, .unknown),
        (profile("cinnamon", "GNOME", "5"), 0, 3, open, .dismissed, .unknown),
        (profile("Phosh Notify Daemon", "Phosh", "0.24"), 3, 3, open, .dismissed, .unknown),
    ]

    @Test func `24: a close has the meaning of that server, and a doubtful one is never a dismissal`() {
        for (profile, reason, elapsed, stay, end, doubtful) in Self.closes {
            var closing = ServerProfile.Closing(reason: reason, elapsed: elapsed, stay: stay)
            #expect(profile.end(of: closing) == end, "\(profile.name) \(reason) after \(elapsed) of \(stay)")
            closing.isDoubtful = true
            #expect(
                profile.end(of: closing) == doubtful, "\(profile.name) \(reason) after \(elapsed) of \(stay), doubtful")
            #expect(profile.end(of: closing) != .dismissed)
        }
    }

    @Test func `56: only a notification that the server itself timed out is shown again`() {
        func comesBack(_ profile: ServerProfile, _ elapsed: Double, _ stay: DisplayDuration, reason: UInt32 = 1) -> Bool
        {
            profile.tookTooSoon(ServerProfile.Closing(reason: reason, elapsed: elapsed, stay: stay))
        }
        #expect(comesBack(Self.budgie, 6, Self.never))
        #expect(comesBack(Self.budgie, 6, Self.ten))
        #expect(!comesBack(Self.budgie, 10, Self.ten))
        #expect(!comesBack(Self.budgie, 6, Self.open))
        // The server did not show the notification because of Do Not Disturb; it would be lost.
        #expect(comesBack(Self.budgie, 0, Self.never))
        #expect(!comesBack(Self.budgie, 0, Self.open))
        #expect(!comesBack(Self.budgie, 6, Self.never, reason: 2))
        // Before that time, the person closed it.
        #expect(comesBack(Self.ukui, 3, Self.never))
        #expect(!comesBack(Self.ukui, 2, Self.never))
        // The person could not end a notification that is always shown again.
        #expect(!comesBack(Self.profile("notify-osd", "Canonical Ltd", "1.0"), 10, Self.never))
        #expect(!comesBack(Self.belfry, 600, Self.never))
    }
}
