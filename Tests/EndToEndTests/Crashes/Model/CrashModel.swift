// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The agent's promises, known from outside: the replies to callers, and the notifications on the screen.
///
/// The model never reads the store, and does not believe the agent about the past. The lists and events only tell which
/// calls, that had no reply when the agent died, were carried out.
struct CrashModel {
    var requests: [String: CrashRequest] = [:]
    var digests = CrashDigests()
    var categories = CrashCategories()
    /// The present time in seconds of the test clock.
    private(set) var now: Double
    /// The times at which the present agent was started, and at which the agent before it died.
    private(set) var born: Double
    private(set) var death: Double
    /// The number of the agent's present life.
    private(set) var life = 0
    /// The last life in which the model looked at the lists.
    var checked = 0
    var seen = CrashObservations()
    /// The numbers of the notifications on the screen.
    var screen: Set<UInt32> = []
    /// The start of each agent, by its unique name.
    private var births: [String: Double] = [:]
    var figures = CrashFigures()
    private(set) var problems: [String] = []
    /// The events of the run, for the analysis of a failure.
    private(set) var story: [String] = []
    private var lastIdentifier = 0
    private var lastBatch = 0

    /// Whether the server sends signals only to the connection that called it: each new agent then redraws the
    /// notifications in place.
    let isTied: Bool
    /// The command of a request with this identifier, which records the events that start it.
    let command: String
    /// The picture of a request with this identifier.
    let picture: String

    init(now: Double, isTied: Bool, command: String, picture: String) {
        (self.now, born, death) = (now, now, now)
        self.isTied = isTied
        self.command = command
        self.picture = picture
    }

    mutating func newIdentifier() -> String {
        lastIdentifier += 1
        return "\(lastIdentifier.isMultiple(of: 4) ? "c" : "r")\(lastIdentifier)"
    }

    /// The number of the last call with several requests.
    mutating func newBatch() -> Int {
        lastBatch += 1
        return lastBatch
    }

    mutating func note(_ words: String) { story.append("life \(life), \(Int(now) % 1_000_000): \(words)") }

    mutating func fail(_ words: String) {
        problems.append(words)
        note("WRONG: \(words)")
    }

    mutating func lose(_ words: String) {
        figures.lost += 1
        fail("lost: \(words)")
    }

    mutating func repeated(_ words: String) {
        figures.duplicated += 1
        fail("twice: \(words)")
    }

    mutating func pass(_ seconds: Double) { now += seconds }

    /// Begins another agent's life, after this many seconds without an agent.
    mutating func begin(after seconds: Double, _ words: String) {
        life += 1
        death = now
        now += seconds
        born = now
        note("born \(words)\(seconds > 0 ? ", after \(seconds) s without an agent" : "")")
    }

    /// Whether the results of all actions are known.
    var isSure: Bool {
        requests.values.allSatisfy { $0.unsure == nil && $0.occurrence?.press?.state != .unsure } && digests.isSure
    }

    /// Takes the removal of a notification by the server itself.
    mutating func close(_ identifier: String) {
        guard var occurrence = requests[identifier]?.occurrence, !occurrence.showings.isEmpty else { return }
        figures.expired += 1
        occurrence.showings[occurrence.showings.count - 1].closed = life
        requests[identifier]?.occurrence = occurrence
    }

    /// The present agent's unique name.
    mutating func name(_ agent: String) { births[agent] = born }

    func birth(of agent: String) -> Double? { births[agent] }

    // MARK: - Replies to callers

    /// Takes an action and its result; `batch` is the number of the call, if it had several requests.
    mutating func learn(_ identifier: String, _ act: CrashAct, _ reply: CrashAct.Reply, batch: Int? = nil) {
        note("\(identifier) \(act.words): \(reply)")
        switch (reply, act) {
        case (.died, _): requests[identifier]?.unsure = CrashRequest.Unsure(act: act, moment: now, batch: batch)
        case (.refused(let why), _): fail("\(identifier) \(act.words) was refused: \(why)")
        case (.done, .press), (.done, .reply), (.done, .dismiss):
            if case .reply = act { figures.replied += 1 }
            requests[identifier]?.occurrence?.press = CrashOccurrence.Press(act: act, moment: now, life: life)
        case (.done, .expire(_)): close(identifier)
        case (.done(let removed), .removePending), (.done(let removed), .removeDelivered):
            if removed != [identifier] { fail("\(identifier) \(act.words) removed \(removed)") }
            requests[identifier]?.apply(act, at: now)
        case (.done(let moved), .snooze(let seconds)):
            if !moved.isEmpty, requests[identifier]?.mayMove != true { fail("\(identifier) moved") }
            requests[identifier]?.putOff(until: now + seconds, moves: !moved.isEmpty)
        case (.done, _):
            if case .add = act { figures.added += 1 }
            if case .edit = act { figures.edited += 1 }
            requests[identifier]?.apply(act, at: now)
        }
    }
}
