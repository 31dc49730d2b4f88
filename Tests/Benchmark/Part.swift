// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop

/// The parts of the benchmark, in the order of the table.
enum Part: String, CaseIterable, ExpressibleByArgument {
    case send, list, adds, load, burst, module, lateness, footprint, idle, push, extensions, time

    var title: String {
        switch self {
        case .send: "belfry send: wall time of the whole process, median"
        case .list: "belfry list: wall time of the whole process, median"
        case .adds: "Adds per second, on disk, median of the rounds"
        case .load: "Many clients, and hostile ones: adds per second, and the time of one Add of another client"
        case .burst: "Very many that are due in the same second, with a slow notification server"
        case .module: "The Swift module: time of one add, and of a whole process, medians"
        case .lateness: "Lateness: from due to Notify at the server"
        case .footprint: "The agent's memory (PSS) and start (spawned until Status is answered), median"
        case .idle: "Wake-ups of an idle agent (context switches of all threads)"
        case .push: "Remote notifications, with nginx and nchan, medians"
        case .extensions: "Service extensions, in bubblewrap: from the distributor's call to Notify, medians"
        case .time: "Times in words, and a trigger's next date"
        }
    }

    /// Measures the part on a private bus; all programs have ended when it returns.
    func measure(_ effort: Effort, on loop: EventLoop) async throws -> [TableRow] {
        try await withTaskExecutorPreference(loop) {
            switch self {
            case .send: try await SendPart(effort).measure(on: loop)
            case .list: try await ListPart(effort).measure(on: loop)
            case .adds: try await AddsPart(effort).measure(on: loop)
            case .load: try await LoadPart(effort).measure(on: loop)
            case .burst: try await BurstPart(effort).measure(on: loop)
            case .module: try await ModulePart(effort).measure(on: loop)
            case .lateness: try await LatenessPart(effort).measure(on: loop)
            case .footprint: try await FootprintPart(effort).measure(on: loop)
            case .idle: try await IdlePart(effort).measure(on: loop)
            case .push: try await PushPart(effort).measure(on: loop)
            case .extensions: try await ExtensionsPart(effort).measure(on: loop)
            case .time: try TimePart(runs: effort.timeRuns).measure()
            }
        }
    }
}
