// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import DesktopPresentation
import NotificationModel
import NotificationStore

/// Notifications that go to the delivered list, and not onto the screen.
extension Desktop {
    /// Lists what its application may not put on the screen; one that runs is asked first.
    ///
    /// What was on the screen when the person said so goes off it.
    func keepOffScreen(_ occurrence: Occurrence) async {
        if occurrence.state == .presenting, comingAgain[occurrence.id] == nil {
            if await !asksApplication(about: occurrence) { await list(occurrence, as: nil, because: "settings") }
        } else {
            if let place = occurrence.server { closeIfOver(place) }
            await unpresent(occurrence, staysListed: true, because: .string("settings"))
        }
    }

    /// Sets the badge and plays the sound, as far as they are wanted and allowed, and lists the notification.
    ///
    /// - Parameters:
    ///   - occurrence: Not on the screen yet.
    ///   - options: The running application's; nil if it was not asked, or gave no answer.
    ///   - reason: Why it is not shown, for the log.
    func list(_ occurrence: Occurrence, as options: Set<String>?, because reason: String) async {
        let permission = await neighbours.permission(occurrence.app)
        if permission.badge, options?.contains("badge") != false { applyBadge(of: occurrence.notification) }
        if options?.contains("sound") != false { await playSoundAlone(of: occurrence) }
        let isListed = options.map { !$0.isDisjoint(with: ["list", "alert"]) } ?? true
        await unpresent(occurrence, staysListed: isListed, because: .string(reason))
    }

    /// What the person has closed and the store is about to hear of: it is delivered no more.
    package var dismissed: Set<Int64> { Set(showings.filter(\.value.machine.isDismissed).keys) }

    /// Whether the person has asked for it to be shown, whatever its application may.
    func isShownByHand(_ occurrence: Occurrence) -> Bool { shownByHand.contains(occurrence.id) }
}
