// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop

/// The end of a link that is no longer used.
extension AgentLink {
    func stayAlive() { if !life.isEnded { life.living = self } }

    func restSoon() {
        life.idleSince = .now
        guard life.resting == nil, !life.isEnded else { return }
        life.resting = TimerSource(after: policy.linger, on: loop) { [weak self] in self?.assumeIsolated { $0.rest() } }
    }

    private func rest() {
        life.resting = nil
        guard attachment == nil, calls.operations.isEmpty, !isFinding else { return }
        // Calls don't restart the timer, so it may fire before the link was idle for long enough.
        let rest = life.idleSince.duration(to: .now)
        guard rest >= policy.linger else {
            life.resting = TimerSource(after: policy.linger - rest, on: loop) { [weak self] in
                self?.assumeIsolated { $0.rest() }
            }
            return
        }
        guard client?.retire(self) != false else { return }
        end()
    }

    /// Closes the connection and ends the thread.
    func end() {
        guard !life.isEnded else { return }
        life = Life(isEnded: true)
        retry.timer = nil
        noteWatch = nil
        attachment = nil
        connection?.assumeIsolated { $0.close() }
        session = nil
        for (_, operation) in calls.operations.sorted(by: { $0.key < $1.key }) {
            operation.reply(.failure(BusError.disconnected))
        }
        calls = CallQueue()
        loop.stop()
    }
}
