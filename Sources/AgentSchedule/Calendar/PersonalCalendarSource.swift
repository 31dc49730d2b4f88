// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import AgentRules
import EventLoop
import FoundationEssentials
package import Logging
import Triggers

/// Reads the person's workdays, holidays and place, and reads the files with holidays again when they change.
package actor PersonalCalendarSource {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let clock: any WallClock
    private let logger: Logger
    private let scheduler: Scheduler

    private var rules = CalendarRules()
    private var watches: [FolderWatch] = []
    private var rounds = WorkRounds()
    /// A sentence for each file that can't be read, or not wholly.
    package private(set) var problems: [String] = []

    package init(clock: any WallClock, logger: Logger, scheduler: Scheduler) {
        (self.clock, self.logger, self.scheduler, loop) = (clock, logger, scheduler, scheduler.loop)
    }

    /// Reads the calendar of a configuration, and watches its files from now on.
    package func use(_ configuration: Configuration) async {
        rules = configuration.calendar
        watch()
        await read()
    }

    package func stop() { watches = [] }

    /// Watches the folders of the files, and of the files that they are links to.
    private func watch() {
        watches = []
        let paths = rules.holidays.flatMap { [$0, URL(filePath: $0).resolvingSymlinksInPath().path] }
        let files = Set(paths).map { URL(filePath: $0) }
        for (folder, files) in Dictionary(grouping: files, by: { $0.deletingLastPathComponent().path }) {
            do {
                let names = Set(files.map(\.lastPathComponent))
                watches.append(
                    try FolderWatch(folder, names: names, on: loop) { [weak self] in
                        self?.assumeIsolated { $0.filesHaveChanged() }
                    })
            } catch {
                logger.warning(
                    "Could not watch a folder with holidays", metadata: [LogKey.error: "\(ErrorSummary(error))"])
            }
        }
    }

    private func filesHaveChanged() {
        guard rounds.begin() else { return }
        // Why: this is a task of its own, because a watch of files can't wait; one task runs at a time.
        Task { repeat { await read() } while rounds.end() }
    }

    private func read() async {
        let (rules, now) = (rules, clock.now)
        let (calendar, problems) = await offLoop { () -> (PersonalCalendar, [String]) in
            var calendar = PersonalCalendar()
            (calendar.workdays, calendar.place) = (rules.workdays, rules.place)
            let files = rules.holidays.map { HolidayFile.read($0, at: now) }
            for file in files { calendar.holidays.formUnion(file.days) }
            return (calendar, files.compactMap(\.problem))
        }
        // Another configuration may have come meanwhile, which is read after it.
        guard rules == self.rules else { return }
        if problems != self.problems, let problem = problems.first {
            logger.warning("Could not read all holidays", metadata: [LogKey.error: "\(problem)"])
        }
        self.problems = problems
        guard calendar != .current else { return }
        PersonalCalendar.current = calendar
        await scheduler.calendarHasChanged()
    }
}
