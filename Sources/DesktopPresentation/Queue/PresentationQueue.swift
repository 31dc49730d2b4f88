// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
package import FoundationEssentials
package import NotificationModel
import NotificationStore

/// All occurrences between the store's queue and their end, as one value that takes events and returns effects.
///
/// There is one ``PresentationRecord`` for each occurrence, and its phase says what is in progress with the occurrence
/// (``PresentationPhase`` has the diagram). The state of one notification server is a ``ServerSession``, which ends
/// with the server. The value knows no bus, no store, no clock and no task: the ``Desktop`` carries out the effects and
/// feeds their results back.
// Why: the type has many methods, because one value handles all events; each extension handles those of one subject.
package struct PresentationQueue {
    var records = PresentationRecords()
    var waiting = WaitingQueue()
    var session: ServerSession?
    var deadlines = PresentationDeadlines()
    /// Notifications that the server refused, and when each is sent again.
    var retry = PresentationRetry()
    /// Recent crashes of servers, and the occurrences whose calls were in flight at the last crash.
    var crashes = ServerCrashes()
    var redraws = RedrawQueue()
    package internal(set) var lock = SessionLockState.unknown
    package internal(set) var isStopping = false
    /// Signals of a server that has not reported its capabilities yet.
    var signalsBeforeHandshake: [ServerSignal] = []
    var counters = Counters()
    /// The moment and the effects of the event that is being handled.
    var current = Handling()

    struct Handling {
        var now = Moment(date: .distantPast, steady: 0)
        var effects: [PresentationEffect] = []
    }

    struct Counters {
        /// The last ticket; the result of an effect counts only if the work that waits for it has the same ticket.
        var tickets: UInt64 = 0
        /// The number of `Notify` calls so far.
        var calls: UInt64 = 0
        /// The number of applications that are being asked how to present an occurrence.
        var questions = 0
    }

    /// The largest number of `Notify` calls in flight.
    static let window = 16
    /// The largest number of applications that are asked at once how to present an occurrence.
    static let askingLimit = 256
    /// The largest number of shown notifications in memory; some servers never report a close.
    package static let memory = WaitingQueue.memory
    static let rereadingPause: TimeInterval = 5
    /// The largest number of signals that are buffered before a server has reported its capabilities.
    static let signalLimit = 1000
    /// Presentation options without a sound and without a badge.
    static let soundless: Set = ["banner", "list"]
    /// The reason in the event log for notifications that were lost with their server.
    package static let serverGone = PropertyListValue.string("server gone")
    static let words = NotificationPhrases()

    package init() {}

    /// Handles one event completely.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The present moment.
    /// - Returns: The effects, in order.
    package mutating func handle(_ event: PresentationEvent, at now: Moment) -> [PresentationEffect] {
        current = Handling(now: now)
        records.beginEvent()
        apply(event)
        drain()
        redrawNext()
        return current.effects
    }

    /// Returns the time of the earliest deadline; nil without a deadline.
    package mutating func wake() -> TimeInterval? {
        let retries = session == nil || isStopping ? nil : retry.wake(isQueueEmpty: waiting.isEmpty)
        return [deadlines.next(), retries].compactMap(\.self).min()
    }

    private mutating func apply(_ event: PresentationEvent) {
        switch event {
        case .fired, .removed, .replaced, .storeGrew, .answeredEarly, .displaced: applyChange(event)
        case .timePassed: timePassed()
        case .stopping: isStopping = true
        case .drawn(let occurrence): drawn(occurrence)
        case .lockChanged(let state): lockChanged(to: state)
        case .serverArrived(let server): serverArrived(server)
        case .serverLeft(let owner): serverLeft(owner)
        case .serverRenewed(let server): serverRenewed(server)
        case .signal(let signal, let isAwaited): received(signal, isAwaited: isAwaited)
        case .notified(let id, let call, let place, let reply): notified(id, call, reply, from: place)
        case .serverCompleted, .backlogRead, .backlogFailed: continueWork(after: event)
        case .examined(let id, let ticket, let result): examined(id, ticket, result)
        case .applicationAnswered(let id, let ticket, let options, let mayAlert):
            applicationAnswered(id, ticket, options, mayAlert: mayAlert)
        case .listed(let id, let ticket): listed(id, ticket)
        case .prepared(let id, let ticket, let preparation): prepared(id, ticket, preparation)
        case .preparationWaits(let ticket): workDone(ticket)
        case .previewsRead(let id, let ticket, let previews): redraw(id, ticket, previews)
        case .numberWritten(let id, let outcome): numberWritten(id, outcome)
        case .answerWritten(let id): answerWritten(id)
        case .answerKept(let id, let row): answerKept(id, row)
        case .holdWritten(let id, let row): holdWritten(id, row)
        case .promptWritten(let id): answersWritten(of: id)
        case .prompted(let id, let answer): prompted(id, answer)
        case .returned(let id, let row): returned(id, row)
        case .leftoversFound, .adopted, .lostFound, .adoptionEnded, .lookedUp: applyFound(event)
        }
    }

    private mutating func timePassed() {
        let effects = retry.handle(.timePassed, at: current.now.steady + PresentationDeadlines.tolerance)
        // The pause after a failure of the server may be over.
        if retry.phase != .ready || !effects.isEmpty { requestDrain() }
        perform(effects)
        for key in deadlines.takeDue(at: current.now.steady) {
            switch key {
            case .timer(let id, let timer): timeIsUp(timer, of: id)
            case .hide(let id): hide(id)
            case .window(let id): callIsOverdue(id)
            case .unlock(let id): dropPress(of: id)
            case .capacity: lookForRoom()
            case .serverReturn: if session == nil, !isStopping { tell(.startServer) }
            case .backlog: requestDrain()
            }
        }
    }

    // MARK: - Effects

    mutating func send(_ call: ServerCall) { current.effects.append(.send(call)) }

    mutating func tell(_ notice: PresentationNotice) { current.effects.append(.tell(notice)) }

    mutating func read(_ inquiry: PresentationInquiry) { current.effects.append(.read(inquiry)) }

    mutating func write(_ change: PresentationChange, of occurrence: Occurrence, ticket: UInt64 = 0) {
        current.effects.append(.write(change, of: occurrence, ticket: ticket))
    }

    mutating func newTicket() -> UInt64 {
        counters.tickets += 1
        return counters.tickets
    }

    mutating func requestDrain() { waiting.isDrainRequested = true }
}
