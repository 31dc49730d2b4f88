// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What the agent has promised, known from outside: what callers were told, and what came to the screen.
///
/// It never looks into the store, and believes the agent nothing of what has happened: the lists and events only tell
/// what was done of that which nobody was told of when the agent died.
struct CrashModel {
    var requests: [String: CrashRequest] = [:]
    var digests = CrashDigests()
    var categories = CrashCategories()
    /// In seconds of the test clock.
    private(set) var now: Double
    /// When the present agent was born, and when the one before it died.
    private(set) var born: Double
    private(set) var death: Double
    /// Which of the agent's lives this is.
    private(set) var life = 0
    /// The last in which the model looked at the lists.
    var checked = 0
    var seen = CrashObservations()
    /// The numbers of what is on the screen.
    var screen: Set<UInt32> = []
    /// When each agent was born, by its unique name.
    private var births: [String: Double] = [:]
    var figures = CrashFigures()
    private(set) var problems: [String] = []
    /// What happened, for whoever has to find out what went wrong.
    private(set) var story: [String] = []
    private var lastIdentifier = 0
    private var lastBatch = 0

    /// The server tells only who has called it: each new agent draws anew what is on the screen, in its place.
    let isTied: Bool
    /// The command of what is named so: it notes what it is started for.
    let command: String
    /// The picture of what has one.
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

    /// The number of a call that is about several requests.
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

    /// Another agent, after so many seconds without one.
    mutating func begin(after seconds: Double, _ words: String) {
        life += 1
        death = now
        now += seconds
        born = now
        note("born \(words)\(seconds > 0 ? ", after \(seconds) s without an agent" : "")")
    }

    /// Whether all that was done is known to be done or not.
    var isSure: Bool {
        requests.values.allSatisfy { $0.unsure == nil && $0.occurrence?.press?.state != .unsure } && digests.isSure
    }

    /// The server has taken it away by itself.
    mutating func close(_ identifier: String) {
        guard var occurrence = requests[identifier]?.occurrence, !occurrence.showings.isEmpty else { return }
        figures.expired += 1
        occurrence.showings[occurrence.showings.count - 1].closed = life
        requests[identifier]?.occurrence = occurrence
    }

    /// The present agent's unique name.
    mutating func name(_ agent: String) { births[agent] = born }

    func birth(of agent: String) -> Double? { births[agent] }

    // MARK: - What callers were told

    /// `batch` is the number of the call, where it was about several.
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
        case (.done, _):
            if case .add = act { figures.added += 1 }
            if case .edit = act { figures.edited += 1 }
            requests[identifier]?.apply(act, at: now)
        }
    }
}
