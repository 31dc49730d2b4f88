// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// All recorded servers, in the order of the research notes.
extension RecordedServer {
    package static let all: [RecordedServer] = gnome + plasma + wlroots + gtk + desktops + shells

    private static let gnome = ["43.9", "51.beta"].map { version in
        RecordedServer("gnome-shell", "GNOME", version, as: "gnome-shell \(version)").with {
            $0.capabilities += ["sound"]
            $0.isUnicast = true
            $0.play.times = .ignored
            $0.play.limit = version == "43.9" ? 3 : 10
            $0.play.overflow = .oldest(1)
            $0.play.isOwnedBySender = true
            $0.play.hasEcho = true
            $0.play.screen = .gnomeShell
        }
    }

    private static let plasma = ["5.27.5", "6.7.0"].map { version in
        RecordedServer("Plasma", "KDE", version, as: "plasma \(version)").with {
            $0.capabilities += ["inline-reply", "sound"]
            $0.adopts = true
            $0.play.button = [.token, .answer, .closed(3)]
            $0.play.click = [.token, .open, .closed(3)]
            // Since 6.4, Plasma sends no expiry signal for notifications with actions.
            $0.play.times = version == "6.7.0" ? .ignored : .honoured
            $0.play.unknownClose = .closed
            $0.play.limit = 1000
            $0.play.excess = BusError(
                name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
                message: "Created too many similar notifications in quick succession")
        }
    }

    private static let wlroots = [
        RecordedServer("dunst", "knopwob", "1.9.0").with {
            $0.isUnicast = true
            $0.adopts = true
            $0.play.button = [.answer]
        },
        RecordedServer("mako", "emersion", "0.0.0").with {
            $0.play.button = [.answer]
            $0.play.click = [.token, .open, .closed(2)]
        },
        RecordedServer("SwayNotificationCenter", "ErikReider", "0.7.3").with {
            $0.capabilities += ["inline-reply"]
            $0.play.button = [.answer, .closed(2), .closed(2)]
            $0.play.click = [.open, .closed(2), .closed(2)]
            $0.play.dismissal = [.closed(2), .closed(2)]
            $0.play.close = [.closed(3), .closed(2)]
            $0.play.times = .ignored
            $0.play.unknownClose = .closed
        },
        RecordedServer("wired", "Toqozz", "0.10.6").with {
            $0.adopts = true
            $0.play.button = [.answer]
            $0.play.click = [.open]
            $0.play.dismissal = [.closed(4)]
            $0.play.expiry = [.closed(4)]
            $0.play.close = [.closed(4)]
        },
        RecordedServer("tiramisu", "Sweets", "2.0").with {
            $0.capabilities = ["body", "actions", "icon-static"]
            $0.adopts = true
            $0.play.button = []
            $0.play.click = []
            $0.play.dismissal = []
            $0.play.close = []
            $0.play.times = .ignored
        },
        RecordedServer("haskell-notification-daemon", "abc", "0.0.1", as: "deadd").with {
            $0.capabilities += ["action-icons"]
            $0.neverReplaces = true
            $0.play.repliesInAction = true
        },
    ]

    private static let gtk = [
        RecordedServer("Xfce Notify Daemon", "Xfce", "0.7.3").with {
            $0.adopts = true
            $0.play.disturbed = [.closed(4)]
        },
        RecordedServer("Notification Daemon", "MATE", "1.26.0", as: "mate").with {
            $0.play.dismissal = [.closed(1)]
            $0.play.limit = 20
            $0.play.overflow = .error(
                BusError(
                    name: "org.gtk.GDBus.UnmappedGError.Quark._notify_5fdaemon_5ferror.Code1",
                    message: "Exceeded maximum number of notifications"))
        },
        notificationDaemon("Notification Daemon", as: "notification-daemon"),
        notificationDaemon("gnome-flashback", as: "gnome-flashback"),
    ]

    private static func notificationDaemon(_ name: String, as description: String) -> RecordedServer {
        RecordedServer(name, "GNOME", "3.20.0", as: description).with {
            $0.play.times = .ignored
            $0.play.screen = .notificationDaemon
            $0.play.unknownClose = .error(
                BusError(name: "org.freedesktop.Notifications.InvalidId", message: "Invalid notification identifier"))
            $0.play.limit = 20
            $0.play.overflow = .error(
                BusError(
                    name: "org.freedesktop.Notifications.MaxNotificationsExceeded",
                    message: "Exceeded maximum number of notifications"))
        }
    }

    private static let desktops = [
        RecordedServer("cinnamon", "GNOME", "5.6.8").with {
            $0.play.dismissal = [.closed(0)]
            $0.play.times = .ignored
        },
        RecordedServer("lxqt-notificationd", "lxqt.org", "1.2.0").with {
            $0.adopts = true
            $0.play.button = [.answer]
            $0.play.click = [.open]
        },
        RecordedServer("io.elementary.notifications", "elementaryOS", "0.1").with {
            $0.adopts = true
            $0.play.button = [.answer]
            $0.play.click = [.open]
            $0.play.times = .ignored
            $0.play.unknownClose = .error(BusError(name: "org.freedesktop.DBus.Error.Failed", message: ""))
        },
        budgie("10.7.1"),
        budgie("10.6.1").with { $0.play.signsReasons = true },
        RecordedServer("DeepinNotifications", "Deepin", "3.0").with {
            $0.play.button = [.token, .answer, .closed(3)]
            $0.play.click = [.token, .open, .closed(3)]
            $0.play.unknownClose = .closed
        },
        // ukui-notification-daemon 1.0.1 returns each field one place too late.
        RecordedServer("1.0", "ukui-Notifications", "ukui3.0", specification: "1.0", as: "ukui").with {
            $0.capabilities = ["action-icons", "actions", "body", "body-hyperlinks", "body-markup"]
            $0.play.dismissal = [.closed(1)]
            $0.play.times = .fixed(.seconds(3))
            $0.play.close = [.closed(2)]
            $0.play.unknownClose = .closed
            $0.play.hidesNewNumber = true
            $0.play.leavesWhenEmpty = true
        },
        RecordedServer("notify-osd", "Canonical Ltd", "1.0").with {
            $0.capabilities = ["body", "body-markup", "icon-static"]
            $0.isUnicast = true
            $0.play.times = .fixed(.seconds(10))
            $0.play.makesDialogs = true
        },
    ]

    private static func budgie(_ version: String) -> RecordedServer {
        RecordedServer("Budgie Notification Server", "Budgie Desktop Developers", version, as: "budgie \(version)").with
        {
            $0.capabilities += ["sound"]
            $0.adopts = true
            $0.play.button = [.answer, .open, .closed(2)]
            $0.play.dismissal = [.closed(2), .open, .closed(2)]
            $0.play.times = .fixed(.seconds(6))
            $0.play.disturbed = [.closed(1)]
            $0.play.limit = 3
            $0.play.overflow = .newest(1)
        }
    }

    private static let shells = [
        RecordedServer("cosmic-notifications", "System76", "1.0.0").with {
            $0.capabilities += ["sound", "action-icons", "body-hyperlinks"]
            $0.adopts = true
            $0.play.button = [.token, .answer, .closed(2)]
            $0.play.click = [.token, .open, .closed(2)]
            $0.play.close = [.closed(3), .closed(2)]
            $0.play.times = .ignored
            $0.play.unknownClose = .closed
        },
        RecordedServer("notifd", "astal", "0.1", as: "astal").with {
            $0.play.button = [.answer, .closed(3)]
            $0.play.click = [.open, .closed(3)]
        },
        RecordedServer("quickshell", "quickshell", "0.2.0").with { $0.capabilities += ["inline-reply"] },
        RecordedServer("naughty", "awesome", "v4.3"),
        RecordedServer("Phosh Notify Daemon", "Phosh", "0.24.0").with {
            $0.play.dismissal = [.closed(3)]
            $0.play.times = .ignored
            $0.play.unknownClose = .closed
        },
        RecordedServer("belfry", "Belfry", "1.0", as: "belfry desktop").with { $0.capabilities += ["inline-reply"] },
        RecordedServer("somebody's", "Unknown", "7").with { $0.capabilities += ["inline-reply"] },
    ]
}
