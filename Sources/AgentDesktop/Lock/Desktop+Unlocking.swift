// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import AgentRules
import DesktopPresentation
import FoundationEssentials
import NotificationStore

/// From a press that only the person themselves may make to the moment when they have unlocked the session.
extension Desktop {
    /// How long a press waits: who unlocks the session later than that may not be who pressed, nor remember it.
    private static let unlockPatience = Duration.seconds(120)

    /// Whether the session is known to be locked.
    var isLocked: Bool { neighbours.lock.assumeIsolated { $0.state } == .locked }

    /// Whether anybody tells when the session is locked.
    var knowsLock: Bool { neighbours.lock.assumeIsolated { $0.state } != .unknown }

    /// Shows it again with a line that says what it waits for.
    func hold(_ choice: ShownNotification.Choice, _ label: String, on occurrence: Occurrence, token: String?) {
        let id = occurrence.id
        let isUnlisted = unlisted.contains(id)
        let buttons = showings[id]?.machine.buttons
        letGo(of: id)
        heldPresses[id] = HeldPress(
            occurrence: occurrence, choice: choice, label: label, token: token, isUnlisted: isUnlisted,
            facts: showings[id]?.facts(choice.end) ?? [:],
            timer: clock.timer(after: Self.unlockPatience, on: loop) { [weak self] in
                self?.assumeIsolated { $0.drop(id) }
            })
        unwritten.insert(id)
        Task.immediate {
            await note(.unlocking, awaitedBy: occurrence, offering: buttons)
            unwritten.remove(id)
            // Unlocked meanwhile, or removed.
            guard heldPresses[id] != nil, let row = await stillDelivered(occurrence), heldPresses[id] != nil else {
                return
            }
            takeOffScreen(id)
            if isUnlisted { unlisted.insert(id) }
            showOnceMore(row)
        }
    }

    /// What the person is told on a notification whose press waits; nil where none does.
    func lockLine(of id: Int64) -> String? { heldPresses[id].map { words.unlock($0.label) } }

    /// Carries out what waits, in the order of the notifications.
    func carryOutHeldPresses() {
        for id in heldPresses.keys.sorted() {
            guard let press = heldPresses[id] else { continue }
            letGo(of: id)
            let buttons = showings[id]?.machine.buttons
            // It may be on its way back, or be drawn anew.
            withdraw(id)
            takeOffScreen(id)
            // A prompt may bring it back.
            if press.isUnlisted { unlisted.insert(id) }
            complete(
                press.choice, of: press.occurrence, token: press.token, offering: buttons, facts: press.facts)
        }
    }

    /// It was not unlocked in time: nothing was pressed.
    private func drop(_ id: Int64) {
        guard let press = heldPresses[id] else { return }
        letGo(of: id)
        Task { await takeBack(press.occurrence, isUnlisted: press.isUnlisted, because: "locked") }
    }

    /// Forgets a press that waits.
    func letGo(of id: Int64) { heldPresses.removeValue(forKey: id)?.timer.cancel() }
}
