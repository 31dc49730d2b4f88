// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The doctor's sentences about a notification server.
extension ServerProfile {
    /// A sentence for each limitation of the server and Belfry's answer to it; empty if there is none.
    package var remarks: [String] {
        var remarks: [String] = []
        if isUnknown {
            remarks.append("This server is not known to Belfry, which does what is safe on any of the known ones.")
        }
        remarks += buttonRemarks + textRemarks + closeRemarks + timeRemarks
        if let total = limits.total { remarks.append("It takes at most \(total) at a time: the rest waits in Belfry.") }
        if let count = limits.perApplication {
            remarks.append(
                "It keeps at most \(count) of an application: a further one waits for the oldest to have had its time.")
        }
        if isTiedToSenders {
            remarks.append(
                "It forgets who showed a notification when Belfry restarts: what is on the screen is then shown once more, silently."
            )
        }
        if repliesToSender {
            remarks.append(
                "It says what was typed to who showed the notification alone: what asks for a text is shown once more, silently, "
                    + "when Belfry restarts.")
        }
        if leavesWhenEmpty {
            remarks.append("It ends when it has nothing to show, which Belfry does not take for a dismissal.")
        }
        return remarks
    }

    private var buttonRemarks: [String] {
        var remarks: [String] = []
        switch drawnButtons {
        case .all: break
        case .first(let count):
            remarks.append("It draws \(count) buttons at most: what has more is reported as degraded (moreActions).")
        case .elsewhere:
            remarks.append("It draws no buttons on a notification: they are in its menu or list, or on its keys.")
        case .none:
            remarks.append("It has no buttons: what needs one is reported as degraded (actions).")
        }
        if hasButtonsOnBannerOnly {
            remarks.append(
                "It draws buttons on the banner only, for some seconds, and none in its list: belfry repost brings them back."
            )
        }
        if let listsAbove {
            remarks.append(
                "It draws a list instead of more than \(listsAbove) buttons: with \(listsAbove), Belfry sends no default action."
            )
        }
        if drawsDefault {
            remarks.append("A click on the text dismisses: the button Open stands for the default action.")
        }
        if refusesActions { remarks.append("Actions would make a dialog of a notification: Belfry sends none.") }
        if closesBeforeReplacing {
            remarks.append(
                "It brings up nothing beside a question that is being closed: Belfry closes the old one, then shows the new."
            )
        } else if !redrawsButtons || !canReplace {
            remarks.append(
                "It does not change the buttons of what is on the screen: Belfry shows a new one, then closes the old.")
        }
        return remarks
    }

    private var textRemarks: [String] {
        var remarks: [String] = []
        if !falseClaims.isEmpty {
            let claims = falseClaims.sorted().joined(separator: ", ")
            remarks.append("It names capabilities that it does not have (\(claims)): Belfry does without them.")
        }
        if parsesTitles { remarks.append("It takes titles for markup: Belfry escapes them.") }
        if showsEntities {
            remarks.append("It shows escaped characters as they are: Belfry escapes nothing.")
        }
        if guessesMarkup {
            remarks.append("It takes a text for markup where it looks like some: Belfry escapes only what does.")
        }
        if escapesTitles {
            remarks.append("It can't show & and < in titles: Belfry sends + and \u{2039} for them.")
        }
        if iconHidesPicture { remarks.append("It draws no picture beside an icon: Belfry leaves the icon out then.") }
        if mayParseUnsaid {
            remarks.append("It may parse markup though it says that it doesn't: Belfry sends \u{2039} for <.")
        }
        if playsOwnSound { remarks.append("It plays a sound of its own with what has none.") }
        return remarks
    }

    private var closeRemarks: [String] {
        var remarks: [String] = []
        if dismissals.isEmpty {
            remarks.append("It does not tell when you dismiss a notification: nothing is taken for a dismissal.")
        }
        if saysExpiredForDismissed {
            remarks.append("It calls a dismissal an expiry: Belfry takes one before its time for a dismissal.")
        }
        if saysExpiredForDropped {
            remarks.append("It calls expired what it drops: Belfry takes only what has had its time for that.")
        }
        if closesInBulk {
            remarks.append(
                "It closes many at once as if each were dismissed: Belfry takes none of them for a dismissal.")
        }
        if dismissesTransient {
            remarks.append("It takes transient ones away as if they were dismissed: Belfry takes none for a dismissal.")
        }
        if leavesClosedOnScreen {
            remarks.append("It leaves on the screen what is closed: Belfry lets it expire at once, then closes it.")
        }
        if sendsDefaultWhenClosed {
            remarks.append("It opens what you close: Belfry does not take that for a click.")
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
                    ? "It takes each away after \(Int(seconds)) seconds: what is to stay is shown again, as long as you don't dismiss it."
                    : "It takes each away after \(Int(seconds)) seconds, and you can't: nothing is shown again.")
        }
        if makesDialogOfStaying {
            remarks.append("It would make a dialog of what is to stay: Belfry leaves the time to it.")
        }
        if !tellsExpiry {
            remarks.append("It does not tell when a notification expires: Belfry keeps the time itself.")
        }
        return remarks
    }
}
