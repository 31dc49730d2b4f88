// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop

/// Closing a link that is no longer used.
extension AgentLink {
    func stayAlive() { if !isEnded { living = self } }

    func restSoon() {
        idleSince = .now
        guard resting == nil, !isEnded else { return }
        resting = TimerSource(after: policy.linger, on: loop) { [weak self] in self?.assumeIsolated { $0.rest() } }
    }

    private func rest() {
        resting = nil
        guard attachment == nil, operations.isEmpty, !isFinding else { return }
        // Calls don't restart the timer, so it may fire too early.
        let rest = idleSince.duration(to: .now)
        guard rest >= policy.linger else {
            resting = TimerSource(after: policy.linger - rest, on: loop) { [weak self] in
                self?.assumeIsolated { $0.rest() }
            }
            return
        }
        guard client?.retire(self) != false else { return }
        end()
    }

    /// Closes the connection and ends the thread.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        living = nil
        retrying = nil
        resting = nil
        noteWatch = nil
        attachment = nil
        connection?.assumeIsolated { $0.close() }
        connection = nil
        for (_, operation) in operations.sorted(by: { $0.key < $1.key }) {
            operation.reply(.failure(BusError.disconnected))
        }
        operations = [:]
        loop.stop()
    }
}
