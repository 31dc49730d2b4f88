// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The sentences of `belfry doctor` about a notification server.
extension ServerProfile {
    /// A sentence for each limitation of the server, and for what Belfry does about it; empty without limitations.
    package var remarks: [String] {
        var remarks: [String] = []
        if isUnknown {
            remarks.append("Belfry does not know this server and uses only what is safe on all servers it knows.")
        }
        remarks += buttonRemarks + textRemarks + closeRemarks + timeRemarks
        if let total = limits.total {
            remarks.append("It shows at most \(total) notifications at a time: Belfry queues the rest.")
        }
        if let count = limits.perApplication {
            remarks.append(
                "It keeps at most \(count) notifications of an application: Belfry queues more until the oldest has been shown long enough."
            )
        }
        if isTiedToSenders {
            remarks.append(
                "It stops reporting clicks when Belfry restarts: Belfry then shows open notifications again, silently."
            )
        }
        if repliesToSender {
            remarks.append(
                "It sends typed replies only to the program that showed the notification: after a restart, Belfry shows such "
                    + "a notification again, silently.")
        }
        if leavesWhenEmpty {
            remarks.append("It exits when it has nothing to show; Belfry does not take that for a dismissal.")
        }
        return remarks
    }

    private var buttonRemarks: [String] {
        var remarks: [String] = []
        switch drawnButtons {
        case .all: break
        case .first(let count):
            remarks.append(
                "It draws at most \(count) buttons: notifications with more are reported as degraded (moreActions).")
        case .elsewhere:
            remarks.append("It draws no buttons on a notification: they are in its menu or list, or on its keys.")
        case .none:
            remarks.append("It draws no buttons: notifications with buttons are reported as degraded (actions).")
        }
        if hasButtonsOnBannerOnly {
            remarks.append(
                "It draws buttons on the banner only, for some seconds, and none in its list: belfry repost brings them back."
            )
        }
        if let listsAbove {
            remarks.append(
                "It draws more than \(listsAbove) actions as a list: beside \(listsAbove) buttons, Belfry sends no default action."
            )
        }
        if drawsDefault {
            remarks.append(
                "A click on the text dismisses the notification: use the button Open for the default action.")
        }
        if refusesActions { remarks.append("It shows notifications with actions as dialogs: Belfry sends no actions.") }
        if closesBeforeReplacing {
            remarks.append(
                "It shows no new notification while a question is being closed: Belfry closes the old one, then shows the new one."
            )
        } else if !redrawsButtons || !canReplace {
            remarks.append(
                "It does not update buttons of a notification: Belfry shows a new notification, then closes the old one."
            )
        }
        return remarks
    }

    private var textRemarks: [String] {
        var remarks: [String] = []
        if !falseClaims.isEmpty {
            let claims = falseClaims.sorted().joined(separator: ", ")
            remarks.append("It names capabilities that it does not have (\(claims)): Belfry does without them.")
        }
        if parsesTitles { remarks.append("It parses titles as markup: Belfry escapes them.") }
        if showsEntities { remarks.append("It shows escaped characters as they are: Belfry escapes nothing.") }
        if guessesMarkup {
            remarks.append("It parses a text that looks like markup as markup: Belfry escapes only such texts.")
        }
        if escapesTitles { remarks.append("It can't show & and < in titles: Belfry sends + and \u{2039} for them.") }
        if iconHidesPicture { remarks.append("It draws no picture beside an icon: Belfry leaves the icon out then.") }
        if mayParseUnsaid {
            remarks.append("It may parse markup though it says that it doesn't: Belfry sends \u{2039} for <.")
        }
        if playsOwnSound { remarks.append("It plays its own sound with notifications that have none.") }
        return remarks
    }

    private var closeRemarks: [String] {
        var remarks: [String] = []
        if dismissals.isEmpty { remarks.append("It does not report dismissals: Belfry records none.") }
        if saysExpiredForDismissed {
            remarks.append("It reports a dismissal as an expiry: Belfry takes an early expiry for a dismissal.")
        }
        if saysExpiredForDropped {
            remarks.append(
                "It reports dropped notifications as expired: Belfry records an expiry only after the full time.")
        }
        if closesInBulk {
            remarks.append(
                "It closes many notifications at once as if each were dismissed: Belfry counts none as dismissed.")
        }
        if dismissesTransient {
            remarks.append(
                "It reports transient notifications that it closes as dismissed: Belfry records no dismissal for them.")
        }
        if leavesClosedOnScreen {
            remarks.append(
                "It leaves closed notifications on the screen: Belfry makes them expire at once, then closes them.")
        }
        if sendsDefaultWhenClosed {
            remarks.append("It reports a click when you close a notification: Belfry ignores that click.")
        }
        return remarks
    }

    private var timeRemarks: [String] {
        var remarks: [String] = []
        switch timeouts {
        case .honoured: break
        case .ignored: remarks.append("It ignores how long a notification is to stay: Belfry closes it in time.")
        case .fixed(let seconds):
            remarks.append(
                canBeEnded
                    ? "It closes each notification after \(Int(seconds)) seconds: Belfry shows those that should stay again until you dismiss them."
                    : "It closes each notification after \(Int(seconds)) seconds, and you can't close it yourself: Belfry shows nothing again."
            )
        }
        if makesDialogOfStaying {
            remarks.append("It shows notifications that should stay as dialogs: Belfry uses the server's own timeout.")
        }
        if !tellsExpiry { remarks.append("It does not report expiries: Belfry keeps the time itself.") }
        return remarks
    }
}
