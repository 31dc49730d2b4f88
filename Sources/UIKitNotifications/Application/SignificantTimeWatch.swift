// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import EventLoop
import Foundation
import LegacyNotifications

/// Watches for midnight, and for changes of the clock and of the time zone, on a thread of its own.
final class SignificantTimeWatch: Sendable {
    private let report: @MainActor @Sendable () -> Void
    private let sources = Guarded<(alarm: AlarmSource?, folder: FolderWatch?)>((nil, nil))

    /// Starts watching; `report` is called on the main thread, and `folder` has the file with the machine's time zone.
    init(folder path: String = "/etc", _ report: @escaping @MainActor @Sendable () -> Void) {
        self.report = report
        guard let loop = EventLoop.onOwnThreadIfPossible(named: "clock") else { return }
        // The thread lives as long as the process: a program creates one watch.
        loop.perform { [self] in
            let alarm = try? AlarmSource(clock: .realtime, on: loop) { [weak self] _ in self?.changed() }
            let folder = try? FolderWatch(path, names: ["localtime", "timezone"], on: loop) { [weak self] in
                NSTimeZone.resetSystemTimeZone()
                self?.changed()
            }
            sources.value = (alarm, folder)
            alarm?.set(at: Self.midnight())
        }
    }

    private func changed() {
        sources.value.alarm?.set(at: Self.midnight())
        DispatchQueue.main.async { [report] in MainActor.assumeIsolated { report() } }
    }

    /// The next midnight, or the first moment of a day without one, as the time since 1970.
    private static func midnight() -> Duration {
        let today = Calendar.current.startOfDay(for: .now)
        let next = Calendar.current.date(byAdding: .day, value: 1, to: today) ?? today + 86_400
        return .seconds(next.timeIntervalSince1970.rounded(.up))
    }
}
