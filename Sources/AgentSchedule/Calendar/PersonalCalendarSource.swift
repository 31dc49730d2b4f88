// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
package import AgentMachine
package import AgentRules
package import EventLoop
import FoundationEssentials
package import Logging
import Triggers

/// Reads the person's workdays, holidays and place of sunrise and sunset; rereads holiday files when they change.
package actor PersonalCalendarSource: LoopActor {
    package nonisolated let loop: EventLoop

    private let clock: any WallClock
    private let logger: Logger
    private let scheduler: Scheduler

    private var rules = CalendarRules()
    private var watches: [FolderWatch] = []
    /// The holidays of each file when it was last read, for use while the file is missing or can't be read.
    private var known: [String: Set<Int>] = [:]
    private var rounds = WorkRounds()
    /// A sentence for each file that can't be read, or can be read only in part.
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

    /// Watches the folders of the files with holidays, and the folders of their targets if the files are links.
    ///
    /// If a folder is missing, the nearest existing folder above is watched, so that its creation is noticed.
    private func watch() {
        watches = []
        var names: [String: Set<String>] = [:]
        for path in rules.holidays.flatMap({ [$0, URL(filePath: $0).resolvingSymlinksInPath().path] }) {
            var file = URL(filePath: path)
            while file.pathComponents.count > 2, !Self.isFolder(file.deletingLastPathComponent().path) {
                file.deleteLastPathComponent()
            }
            names[file.deletingLastPathComponent().path, default: []].insert(file.lastPathComponent)
        }
        for (folder, names) in names {
            do {
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

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    private func filesHaveChanged() {
        guard rounds.begin() else { return }
        // Why: reading the files is its own task, because a folder watch's handler can't wait; one task runs at a time.
        Task {
            repeat {
                // A folder may have been created, or a link changed, so other folders may have to be watched.
                watch()
                await read()
            } while rounds.end()
        }
    }

    private func read() async {
        let (rules, now) = (rules, clock.now)
        let files = await offLoop { rules.holidays.map { HolidayFile.read($0, at: now) } }
        // Another configuration may be in use by now; a later call of this method reads its files.
        guard rules == self.rules else { return }
        var calendar = PersonalCalendar()
        (calendar.workdays, calendar.place) = (rules.workdays, rules.place)
        for (path, file) in zip(rules.holidays, files) {
            if let days = file.days { known[path] = days }
            calendar.holidays.formUnion(known[path] ?? [])
        }
        let problems = files.compactMap(\.problem)
        if problems != self.problems, let problem = problems.first {
            logger.warning("Could not read all holidays", metadata: [LogKey.error: "\(problem)"])
        }
        self.problems = problems
        guard calendar != .current else { return }
        PersonalCalendar.current = calendar
        await scheduler.clockMayHaveChanged()
    }
}
