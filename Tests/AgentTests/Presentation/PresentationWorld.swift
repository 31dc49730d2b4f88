// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore

@testable import DesktopPresentation

/// A store, a notification server, a person and an application around a ``PresentationQueue``, all of them one value.
///
/// Each move feeds one event; the effects become calls at the server and results that arrive later, in any order.
/// ``failure`` is the first promise that was broken.
struct PresentationWorld {
    /// A row of the store.
    struct Row {
        enum State: Equatable { case presenting, shown, unpresented, ended }

        var notification: NotificationModel.Notification
        var state = State.presenting
        var server: ServerNumber?
        var replaces: ServerNumber?
        var record: PersistedPresentation?
        var isLost = false
        var isListed = true
        var awaits: Data?
    }

    /// A notification on the server's screen.
    struct Entry {
        let id: Int64
        /// Those that had the number before: what is said of it may be taken for theirs until the reply is there.
        var formers: Set<Int64> = []
        let actions: [String]
        let isRedacted: Bool
        /// The drawing of the content extension.
        let drawing: Drawing?
        var isBeingClosed = false

        /// Whether the screen shows what the store has.
        func isDrawnLike(_ row: Row?) -> Bool {
            (drawing ?? Drawing()).looksLike(row?.notification.request.drawing ?? Drawing())
        }
    }

    /// A reading of the store: the rows arrive some time after they were read.
    struct AdoptionReading {
        let place: String
        /// The rows; nil until the store was read.
        var shown: [Adoption]?
    }

    /// A call that the server has not taken yet.
    enum Call {
        case notify(Int64, call: UInt64, NotifyCall)
        case close(UInt32)
    }

    var queue = PresentationQueue()
    var now = Moment(date: Date(timeIntervalSince1970: 1_800_000_000), steady: 1000)
    var rows: [Int64: Row] = [:]
    var lastID: Int64 = 0
    // The server.
    var server: ConnectedServer?
    var servers = 0
    var screen: [UInt32: Entry] = [:]
    var lastNumber: UInt32 = 0
    var calls: [Call] = []
    // What is on its way.
    var pending: [PresentationEvent] = []
    /// Readings, that were asked for, of what a server shows for an earlier agent.
    var adoptions: [AdoptionReading] = []
    /// Seconds for which the reply to a presentation has been missing that the person has closed.
    var overtaken: [UInt32: TimeInterval] = [:]
    var isSilenced = false
    // What was done, for the promises.
    var acts = Acts()
    var transitions: Set<PhasePair> = []
    var failure: String?

    struct PhasePair: Hashable, Comparable, CustomStringConvertible {
        let from: PresentationPhase?
        let to: PresentationPhase
        var description: String { "\(from.map(\.rawValue) ?? "(new)") -> \(to)" }
        static func < (one: Self, other: Self) -> Bool { one.description < other.description }
    }

    /// The actions of the person and of the programs.
    struct Acts {
        /// The identifiers of the actions that were pressed, by occurrence.
        var pressed: [Int64: Set<String>] = [:]
        /// The occurrences that the person dismissed.
        var dismissed: Set<Int64> = []
        /// The occurrences that a program removed, and those that a repost or a nag made anew.
        var withdrawn: Set<Int64> = []
        /// The occurrences that an edit replaced.
        var edited: Set<Int64> = []
        /// The occurrences that were announced as shown.
        var announced: Set<Int64> = []
        /// The occurrences that may be shown twice, according to the log.
        var repeated: Set<Int64> = []
        /// Drawn anew when an agent ended that had not sent the drawing.
        var undrawn: Set<Int64> = []
        /// Closed when an agent ended that had not written it down.
        var unheard: Set<Int64> = []
        /// Answers that are not on disk yet.
        var unwritten: [Int64: Int] = [:]
        /// Answers that were written.
        var answered: Set<Int64> = []
    }

    mutating func fail(_ text: String) { if failure == nil { failure = text } }

    // MARK: - Moves

    mutating func apply(_ move: PresentationMove) {
        let value = move.value
        switch move.kind {
        case .deliver: deliver(value)
        case .serve: serve(value)
        case .refuse: refuse(value)
        case .fire: fire(shape: value, replacing: nil)
        case .edit: pick(live, value).map { fire(shape: value >> 2, replacing: $0) }
        case .repost: pick(live.filter { rows[$0]?.state != .presenting }, value).map { repost($0, value) }
        case .remove: pick(live, value).map { remove($0) }
        case .press: pick(screen.keys.sorted(), value).map { press($0, value >> 2) }
        case .close: pick(screen.keys.sorted(), value).map { close($0, value >> 3) }
        case .type: pick(screen.keys.sorted(), value).map { type($0) }
        case .lock: feed(.lockChanged(.locked))
        case .unlock: feed(.lockChanged(.unlocked))
        case .tick: pass([0.1, 0.3, 1.1, 5.1, 21, 121, 400, 4000][value & 7])
        case .serverLeaves: leave()
        case .serverArrives: arrive(value)
        case .agentRestarts: restart(value)
        case .settings: isSilenced.toggle()
        }
        check()
    }

    /// Whether a move can do something now.
    func hasUse(for kind: PresentationMove.Kind) -> Bool {
        switch kind {
        case .deliver: !pending.isEmpty || !adoptions.isEmpty
        case .serve: !calls.isEmpty
        case .refuse: if case .notify(_, let call, _)? = calls.first { call != 0 } else { false }
        case .fire: live.count < 6
        case .edit: (1..<6).contains(live.count)
        case .remove: !live.isEmpty
        case .repost: live.contains { rows[$0]?.state != .presenting }
        case .press, .close, .type: !screen.isEmpty
        case .serverLeaves: server != nil
        case .serverArrives: server == nil
        case .lock, .unlock, .tick, .agentRestarts, .settings: true
        }
    }

    private func pick<T>(_ items: [T], _ value: Int) -> T? { items.isEmpty ? nil : items[value % items.count] }

    var live: [Int64] { rows.filter { $0.value.state != .ended }.keys.sorted() }

    mutating func pass(_ seconds: TimeInterval) {
        // A signal that has overtaken its reply is kept for ten seconds.
        for case .notified(let id, _, _, .number(let number)) in pending where screen[number] == nil {
            overtaken[number, default: 0] += seconds
            if overtaken[number, default: 0] > 9 { acts.unheard.insert(id) }
        }
        now.steady += seconds
        now.date += seconds
        feed(.timePassed)
    }

    private mutating func fire(shape: Int, replacing older: Int64?) {
        guard live.count < 6 else { return }
        lastID += 1
        let identifier = older.flatMap { rows[$0]?.notification.request.identifier } ?? "r\(lastID)"
        let isAsked = older.flatMap { rows[$0]?.notification.app == "asked" } ?? (shape & 8 != 0)
        let shape = isAsked ? shape | 8 : shape & ~8
        var row = Row(notification: Self.notification(shape, identifier: identifier, at: now.date, id: lastID))
        if let older {
            row.replaces = rows[older]?.server ?? rows[older]?.replaces
            rows[older]?.state = .ended
            acts.edited.insert(older)
        }
        rows[lastID] = row
        // The reply to the call that added a request goes before its event, so the store may be read before it.
        if older == nil, shape & 16 != 0 { return pending.append(.fired([occurrence(lastID)])) }
        feed(.fired([occurrence(lastID)]))
    }

    /// The category whose notifications a content extension draws.
    static let drawnCategory = "drawn"

    private static func notification(
        _ shape: Int, identifier: String, at date: Date, id: Int64
    ) -> NotificationModel.Notification {
        var content = Content(title: "Secret")
        var plan = ResponsePlan()
        var display = DisplayHints()
        switch shape & 7 {
        case 1: plan.actions = [Action(identifier: "yes", title: "Yes")]
        case 2: plan.actions = [Action(identifier: "words", title: "Words", textInput: .init())]
        case 3: plan.actions = [Action(identifier: "safe", title: "Safe", options: .authenticationRequired)]
        case 4: display.expireAfter = 10
        case 5: content.interruptionLevel = .critical
        case 6: plan.reportsDismissal = true
        case 7: plan.actions = [Action(identifier: "no", title: "No")]
        default: break
        }
        if shape & 32 != 0 { content.categoryIdentifier = drawnCategory }
        let request = Request(
            identifier: identifier, content: content, display: display, responsePlan: plan, instance: "\(id)")
        return Notification(app: shape & 8 == 0 ? "a" : "asked", request: request, date: date, due: date)
    }

    private mutating func repost(_ id: Int64, _ value: Int) {
        let older = occurrence(id)
        guard let newer = renew(id) else { return }
        acts.withdrawn.insert(id)
        let manners: [Replacement.Manner] = [.silent, .byHand, .nag, .byHand]
        feed(.replaced([Replacement(older: older, newer: newer)], manner: manners[value & 3]))
    }

    /// Ends a row and makes a newer one of the same request.
    mutating func renew(_ id: Int64) -> Occurrence? {
        guard let row = rows[id], row.state != .ended else { return nil }
        rows[id]?.state = .ended
        lastID += 1
        rows[lastID] = Row(notification: row.notification)
        return occurrence(lastID)
    }

    private mutating func remove(_ id: Int64) {
        let removed = occurrence(id)
        rows[id]?.state = .ended
        acts.withdrawn.insert(id)
        feed(.removed([removed]))
    }

    private mutating func restart(_ value: Int) {
        // The agent before may have sent what it did not note.
        for case .notified(let id, _, _, _) in pending { acts.repeated.insert(id) }
        for case .numberWritten(let id, .ended) in pending { acts.repeated.insert(id) }
        for case .notify(let id, _, _) in calls { acts.repeated.insert(id) }
        for record in queue.records.values where record.active?.number != nil && rows[record.id]?.server == nil {
            acts.repeated.insert(record.id)
        }
        // What the server has closed is not written down yet.
        for (id, row) in rows where row.state == .shown && row.server.map({ screen[$0.number] == nil }) == true {
            acts.unheard.insert(id)
        }
        // The new agent delivers the answers that were held, and ends their notifications.
        for case .answerKept(let id, _) in pending where rows[id]?.state != .ended {
            rows[id]?.state = .ended
            acts.answered.insert(id)
        }
        let stale = screen.values.filter { !$0.isDrawnLike(rows[$0.id]) }
        acts.undrawn.formUnion(stale.map(\.id))
        let lock = queue.lock
        queue = PresentationQueue()
        queue.lock = lock
        pending = []
        adoptions = []
        // The server takes what was sent, and nobody hears the reply.
        calls = calls.map { if case .notify(let id, _, let notify) = $0 { .notify(id, call: 0, notify) } else { $0 } }
        acts.unwritten = [:]
        for (id, row) in rows where row.state == .presenting { acts.repeated.insert(id) }
        guard let server else { return }
        feed(.serverArrived(server))
        // The store is read at once, and the rows arrive after what happens meanwhile.
        if value & 1 == 1, !adoptions.isEmpty { adoptions[0].shown = readShown(on: server.place) }
    }

    // MARK: - The server

    private mutating func arrive(_ value: Int) {
        guard server == nil else { return }
        servers += 1
        var profile = ServerProfile(name: "model")
        switch value & 3 {
        case 1: profile.limits.total = 2
        case 2:
            profile.isTiedToSenders = true
            profile.dropsWithSender = true
        case 3:
            profile.timeouts = .fixed(5)
            profile.honoursResident = true
        default: break
        }
        let server = ConnectedServer(
            owner: ":1.\(servers)", place: "bus/:1.\(servers)",
            capabilities: ServerCapabilities(["actions"], of: profile),
            information: ["model"], isComplete: true, said: [], profile: profile)
        self.server = server
        lastNumber = 0
        feed(.serverArrived(server))
    }

    private mutating func leave() {
        guard let server else { return }
        self.server = nil
        screen = [:]
        calls = []
        feed(.serverLeft(owner: server.owner))
    }

    mutating func serve(_ value: Int) {
        guard let server, !calls.isEmpty else { return }
        switch calls.removeFirst() {
        case .notify(let id, let call, let notify):
            if value == 31, call != 0 {
                return pending.append(.notified(id, call: call, place: server.place, .number(0)))
            }
            var number = notify.replaces
            if number == 0 || screen[number] == nil {
                lastNumber += 1
                number = lastNumber
            }
            let actions = notify.buttons.actions.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            let isRedacted = notify.notification.request.content.title != "Secret"
            let formers = screen[number].map { $0.formers.union([$0.id]) } ?? []
            screen[number] = Entry(
                id: id, formers: formers, actions: actions, isRedacted: isRedacted,
                drawing: notify.notification.request.drawing)
            if call != 0 { pending.append(.notified(id, call: call, place: server.place, .number(number))) }
        case .close(let number):
            guard screen.removeValue(forKey: number) != nil else { return }
            say(.closed(reason: 3, at: now.date), number)
        }
    }

    private mutating func refuse(_ value: Int) {
        guard let server, case .notify(let id, let call, _)? = calls.first, call != 0 else { return }
        calls.removeFirst()
        let names = ["Failed", "InvalidArgs", "UnknownMethod"]
        let error = NotifyReply.error("org.freedesktop.DBus.Error.\(names[value % names.count])")
        pending.append(.notified(id, call: call, place: server.place, error))
    }

    mutating func say(_ event: ShownNotification.Event, _ number: UInt32) {
        guard let server else { return }
        feed(.signal(ServerSignal(sender: server.owner, number: number, event: event), isAwaited: false))
    }

    // MARK: - The person

    private mutating func press(_ number: UInt32, _ value: Int) {
        guard let entry = screen[number], let key = pick(entry.actions, value) else { return }
        for action in rows[entry.id]?.notification.request.responsePlan.actions ?? [] where key != "default" {
            acts.pressed[entry.id, default: []].insert(action.identifier)
        }
        for id in entry.formers.union([entry.id]) where key == "default" {
            acts.pressed[id, default: []].insert(Action.defaultIdentifier)
        }
        // Some servers close a notification before they report the press (quirk 20 of `freedesktop-quirks.md`).
        if value & 4 != 0 { close(number, 0) }
        say(.actionInvoked(key: key, text: nil, at: now.date), number)
    }

    private mutating func type(_ number: UInt32) {
        guard let entry = screen[number] else { return }
        for id in entry.formers.union([entry.id]) { acts.pressed[id, default: []].insert("words") }
        say(.textReplied("hello", at: now.date), number)
    }

    private mutating func close(_ number: UInt32, _ value: Int) {
        guard let entry = screen.removeValue(forKey: number) else { return }
        // The reply is not there yet by which the number is this one's: the close is taken for that of the one before.
        if let former = queue.session?.occurrences[number], former != entry.id { acts.unheard.insert(entry.id) }
        let reason: UInt32 = value & 1 == 0 ? 2 : 1
        if reason == 2 { acts.dismissed.formUnion(entry.formers.union([entry.id])) }
        say(.closed(reason: reason, at: now.date), number)
    }
}
