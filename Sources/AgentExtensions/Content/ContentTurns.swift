// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The order of the runs of content extensions: a value without processes, clock or store.
///
/// The runs of one notification come one after the other, because each run gets the state that the previous run has
/// left. Content extensions do not wait for service extensions, whose runs may take three times as long.
struct ContentTurns: Sendable {
    /// A run that waits for its turn or goes on.
    struct Turn: Hashable, Sendable {
        let id: UInt64
        let app: String
        let occurrence: Int64
    }

    enum Admission: Hashable, Sendable {
        case begins, waits
        /// Too many runs of the application wait.
        case refused
    }

    /// The largest number of runs of all applications at once.
    private static let limit = 4
    /// The largest number of runs of one application at once.
    private static let limitOfOne = 2
    /// The largest number of waiting runs of one application.
    private static let waitingOfOne = 32
    private var running: [UInt64: Turn] = [:]
    private var waiting: [Turn] = []

    func runs(_ id: UInt64) -> Bool { running[id] != nil }

    mutating func arrive(_ turn: Turn) -> Admission {
        guard waiting.count(where: { $0.app == turn.app }) < Self.waitingOfOne else { return .refused }
        waiting.append(turn)
        return beginNext().contains(turn) ? .begins : .waits
    }

    /// Ends a run, or removes a run that waits.
    ///
    /// - Returns: The runs that begin now.
    mutating func end(_ id: UInt64) -> [Turn] {
        running[id] = nil
        waiting.removeAll { $0.id == id }
        return beginNext()
    }

    private mutating func beginNext() -> [Turn] {
        var begun: [Turn] = []
        while running.count < Self.limit, let index = waiting.firstIndex(where: mayBegin) {
            let turn = waiting.remove(at: index)
            running[turn.id] = turn
            begun.append(turn)
        }
        return begun
    }

    /// Returns whether there are few enough runs, and no earlier run of the notification waits or goes on.
    private func mayBegin(_ turn: Turn) -> Bool {
        running.values.count { $0.app == turn.app } < Self.limitOfOne
            && !running.values.contains { $0.occurrence == turn.occurrence }
            && waiting.first { $0.occurrence == turn.occurrence } == turn
    }
}
