// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DesktopPresentation
import EventLoop
import NotificationStore

/// Callers that want to know the number that the server gives what they have added.
extension Desktop {
    /// How long a server may take to name it. In real time, whatever a test's clock says.
    private static let numberTime = Duration.seconds(5)

    /// The number of an occurrence, as soon as the server has named it.
    ///
    /// Nil without a server, where it isn't shown, and where the server takes too long.
    package func number(of id: Int64) async -> UInt32? {
        if let number = showings[id]?.number { return number }
        guard await currentServer() != nil else { return nil }
        if let number = showings[id]?.number { return number }
        let timer = TimerSource(after: Self.numberTime, on: loop) { [weak self] in
            self?.assumeIsolated { $0.tellNumber(nil, of: id) }
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { numberWaiters[id, default: []].append($0) }
    }

    /// Tells who waits for it.
    func tellNumber(_ number: UInt32?, of id: Int64) {
        for waiter in numberWaiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: number) }
    }

    /// The request of an application that the present server shows under a number; nil application means any.
    package func identifier(ofNumber number: UInt32, app: String?) -> String? {
        guard let id = occurrences[number], let showing = showings[id], showing.machine.phase == .open,
            app == nil || showing.occurrence.app == app
        else { return nil }
        return showing.occurrence.identifier
    }
}
