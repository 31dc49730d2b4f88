// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import FoundationEssentials

/// An alarm of the ``SystemClock``, made with a timerfd.
final class SystemAlarm: Alarm {
    private let source: AlarmSource

    init(source: AlarmSource) { self.source = source }

    func set(at date: Date?) {
        source.set(at: date.map { .seconds($0.timeIntervalSince1970) })
    }

    func cancel() { source.cancel() }
}
