// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What the agent has promised, known from outside: what callers were told, and what came to the screen.
///
/// It never looks into the store, and believes the agent nothing of what has happened: the lists and events only tell
/// what was done of that which nobody was told of when the agent died.
struct CrashModel {
    var requests: [String: CrashRequest] = [:]
    /// In seconds of the test clock.
    private(set) var now: Double
    /// Which of the agent's lives this is.
    var life = 0
    var seen = CrashObservations()
    var figures = CrashFigures()
    private(set) var problems: [String] = []
    /// What happened, for whoever has to find out what went wrong.
    private(set) var story: [String] = []
    private var lastIdentifier = 0

    /// The server tells only who has called it: each new agent draws anew what is on the screen, in its place.
    let isTied: Bool

    init(now: Double, isTied: Bool) {
        self.now = now
        self.isTied = isTied
    }

    mutating func newIdentifier() -> String {
        lastIdentifier += 1
        return "r\(lastIdentifier)"
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

    // MARK: - What callers were told

    mutating func learn(_ identifier: String, _ act: CrashAct, _ reply: CrashAct.Reply) {
        note("\(identifier) \(act.words): \(reply)")
        switch (reply, act) {
        case (.died, _): requests[identifier]?.unsure = act
        case (.refused(let why), _): fail("\(identifier) \(act.words) was refused: \(why)")
        case (.done, .press(_, _)), (.done, .dismiss(_)):
            requests[identifier]?.occurrence?.press = CrashOccurrence.Press(act: act, moment: now)
        case (.done(let removed), .removePending), (.done(let removed), .removeDelivered):
            if removed != [identifier] { fail("\(identifier) \(act.words) removed \(removed)") }
            requests[identifier]?.apply(act, at: now)
        case (.done, _):
            if case .add = act { figures.added += 1 }
            requests[identifier]?.apply(act, at: now)
        }
    }

    // MARK: - The end of a life

    /// All that the agent has sent is here: which of the responses may come again?
    mutating func endLife() {
        for (identifier, responses) in Dictionary(grouping: seen.responses, by: { $0.1.identifier }) {
            var noted = seen.events.count { $0.kind == "acknowledged" && $0.identifier == identifier }
            for (life, response) in responses {
                let isNoted = response.isAcknowledged && noted > 0
                if isNoted { noted -= 1 }
                take(
                    response,
                    CrashOccurrence.Delivery(
                        life: life, isAcknowledged: response.isAcknowledged, isNoted: isNoted))
            }
        }
        // One at a time goes out: of one the acknowledgement may be on the way, and of those before it, it is noted.
        let acknowledged = seen.responses.count { $0.1.isAcknowledged }
        let noted = seen.events.count { $0.kind == "acknowledged" }
        if acknowledged > noted + 1 { fail("\(acknowledged) were acknowledged, and \(noted) of them noted") }
        seen.responses = []
        seen.events.removeAll { $0.kind != "shown" }
    }

    private mutating func take(_ response: CrashReceiver.Received, _ delivery: CrashOccurrence.Delivery) {
        let words = "\(response.action) to \(response.identifier) v\(response.version) of \(response.due)"
        note("told \(words)\(delivery.isAcknowledged ? "" : ", not acknowledged")")
        guard var request = requests[response.identifier] else { return fail("nobody asked for \(words)") }
        func isMeant(_ occurrence: CrashOccurrence) -> Bool {
            occurrence.version == response.version && abs(occurrence.due - response.due) < 0.001
        }
        if var occurrence = request.occurrence, isMeant(occurrence) {
            take(delivery, of: words, response.action, in: &occurrence)
            request.occurrence = occurrence
        } else if let index = request.past.lastIndex(where: isMeant) {
            take(delivery, of: words, response.action, in: &request.past[index])
        } else {
            return fail("nobody was asked for \(words)")
        }
        requests[response.identifier] = request
    }

    private mutating func take(
        _ delivery: CrashOccurrence.Delivery, of words: String, _ action: String, in occurrence: inout CrashOccurrence
    ) {
        guard let press = occurrence.press, press.act.action == action else { return fail("nobody gave \(words)") }
        if press.state == .unheard { fail("\(words) came, and its notification was still delivered") }
        let former = press.deliveries.filter(\.isAcknowledged)
        if former.contains(where: { $0.isNoted || $0.life == delivery.life }) {
            repeated("\(words) was delivered after it was acknowledged")
        } else if !former.isEmpty {
            figures.deliveredAgain += 1
        } else if delivery.isAcknowledged {
            figures.answered += 1
        }
        occurrence.press?.deliveries.append(delivery)
        // What was told is on disk.
        if press.state == .unsure || press.state == .unknown {
            occurrence.press?.state = .given
            figures.given += 1
        }
    }

    /// Everything was taken: every response that was promised has come.
    mutating func finish() {
        for request in requests.values {
            for occurrence in request.past + [request.occurrence].compactMap(\.self) {
                guard let action = occurrence.expectedAction,
                    occurrence.press?.deliveries.contains(where: \.isAcknowledged) != true
                else { continue }
                lose("\(action) to \(request.title(occurrence.version)) of \(occurrence.due) was never delivered")
            }
        }
    }
}
