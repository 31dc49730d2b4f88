// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentRules
import FoundationEssentials
package import NotificationModel
package import NotificationStore

/// The state of one occurrence from the store's queue to its end.
struct PresentationRecord {
    /// The phase of the occurrence with its data; ``PresentationPhase`` explains each.
    enum Phase {
        case stored, queued, examining(ticket: UInt64), asking(ticket: UInt64), listing(ticket: UInt64)
        indirect case preparing(Preparing)
        case sending(Call)
        case retrying
        /// The notification is or just was on the screen; ``PresentationRecord/active``'s machine has the exact phase.
        case shown
        indirect case prompting(OpenPrompt)
        case holding, answering
    }

    /// The state of an occurrence while the parts of its `Notify` call are gathered.
    struct Preparing {
        let ticket: UInt64
        let occurrence: Occurrence
        /// Presentation options that the running application or the queue chose; nil stands for all options.
        let options: Set<String>?
        let manner: AlertStyle
        /// Whether the occurrence replaces itself on the screen; such a redraw is not logged as shown.
        let isRedraw: Bool
    }

    struct Call {
        let number: UInt64
        let isRedraw: Bool
        /// Whether the call's reply is late. The call no longer counts as in flight; a late reply is still used.
        var isOverdue = false
    }

    /// Facts about an occurrence that are remembered even when the store alone has it.
    struct Marks: Equatable {
        /// Whether the person has asked to see the occurrence again, which overrides its application's permissions.
        var isShownByHand = false
        /// Whether an older presentation was answered first, so that this occurrence is not presented.
        var wasAnsweredEarly = false
        /// Whether the event log already says that the occurrence returns without an answer.
        var isReturnNoted = false
        /// Whether the store is being told to present the occurrence again, because a press was not completed; a
        /// removal or an answer sets this to false.
        var isReturning = false
        /// Whether a content extension decides about an answer and may keep the occurrence; a removal sets this to false.
        var mayBeKept = false
        /// Whether the person has closed the notification while a content extension decides about an answer.
        var isClosedByPerson = false
        /// The state of the displacement while the store notes that this occurrence makes room for another one; or nil.
        var displacement: DisplacementState?
        /// The state of an earlier presentation, such as one that made room for another; the next presentation is
        /// silent, and the application is not asked about it.
        var turn: DisplayTurn?
        /// A press that waits until the session is unlocked.
        @Indirect var press: HeldPress? = nil

        /// Whether it is still undecided if the occurrence is presented again.
        var mayReturn: Bool { isReturning || mayBeKept }

        /// Forgets that the occurrence may be presented again.
        mutating func forgetReturn() { (isReturning, mayBeKept) = (false, false) }
    }

    /// The state while the store notes that the occurrence makes room for another one (a displacement).
    enum DisplacementState {
        case underWay
        /// The request was removed or has fired again, so the newer occurrence that the store returns is not presented.
        case superseded
    }

    let id: Int64
    var occurrence: Occurrence
    fileprivate(set) var phase = Phase.stored
    /// The presentation that was sent to the server, or is being sent; nil if there is none.
    @Indirect var active: ActivePresentation? = nil
    /// Whether the occurrence is in the delivered list; its application may want it on the screen only.
    var isListed: Bool
    var marks = Marks()
    /// The number of answers that are being written; the notification is not closed before they are on disk.
    var answersBeingWritten = 0
    /// Whether the notification's server number is being written; meanwhile the occurrence can't make room for another.
    var isNumberBeingWritten = false
    fileprivate var noted: PresentationPhase?

    init(_ occurrence: Occurrence) {
        id = occurrence.id
        self.occurrence = occurrence
        isListed = occurrence.isListed
    }

    /// The exact phase, by ``phase`` and the machine of ``active``; nil if the machine has ended, and the step that it
    /// returned is yet to determine the phase.
    var kind: PresentationPhase? {
        switch phase {
        case .stored: .stored
        case .queued: .queued
        case .examining: .examining
        case .asking: .asking
        case .listing: .listing
        case .preparing: .preparing
        case .sending: .sending
        case .retrying: .retrying
        case .prompting: .prompting
        case .holding: .holding
        case .answering: .answering
        case .shown:
            switch active?.machine.phase {
            case .open?: .open
            case .answered?: .answered
            case .settling?: .settling
            case .resting?: .resting
            case .closing?: .closing
            case .sending?, .over?, nil: nil
            }
        }
    }

    /// Takes the occurrence as the store has it, but keeps a drawing that the record already has.
    mutating func take(_ reading: Occurrence) { occurrence = reading.drawn(occurrence.drawing ?? reading.drawing) }

    /// Whether the notification on the screen lacks the latest drawing of the content extension.
    var lacksDrawing: Bool {
        guard let active else { return false }
        return !(active.occurrence.drawing ?? Drawing()).looksLike(occurrence.drawing ?? Drawing())
    }

    /// Whether only the store has the occurrence.
    var isStored: Bool { if case .stored = phase { true } else { false } }
    var isQueued: Bool { if case .queued = phase { true } else { false } }
    var isAsking: Bool { if case .asking = phase { true } else { false } }
    var isRetrying: Bool { if case .retrying = phase { true } else { false } }
    var isShown: Bool { if case .shown = phase { true } else { false } }
    var isHolding: Bool { if case .holding = phase { true } else { false } }
    /// Whether the person has pressed a button, and the prompt for text or the store has the press.
    var isPressed: Bool { prompt != nil || [.holding, .answering].contains(kind) }
    var prompt: OpenPrompt? { if case .prompting(let prompt) = phase { prompt } else { nil } }
    var call: Call? { if case .sending(let call) = phase { call } else { nil } }
    var preparing: Preparing? { if case .preparing(let preparing) = phase { preparing } else { nil } }
    var isOpen: Bool { active?.machine.phase == .open }

    /// Whether the occurrence counts as a call in flight.
    var isInFlight: Bool {
        switch phase {
        case .preparing: true
        case .sending(let call): !call.isOverdue
        default: false
        }
    }
}

/// An optional value that is stored outside its owner, and copied when it is changed.
///
/// A thousand records may wait, in a dictionary with up to twice as many slots, and most of them have no such value.
@propertyWrapper
struct Indirect<Value> {
    private final class Storage {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }
}

extension Indirect: Equatable where Value: Equatable {
    static func == (one: Self, other: Self) -> Bool { one.wrappedValue == other.wrappedValue }
}

/// A step of an occurrence from one phase to another, for the tests.
struct PresentationTransition: Hashable, Sendable {
    let id: Int64
    let from: PresentationPhase?
    let to: PresentationPhase
}

/// The records of all occurrences in memory. Each change of a phase goes through ``move(_:to:)``.
struct PresentationRecords {
    private var records: [Int64: PresentationRecord] = [:]
    /// The number of records whose calls are in flight.
    private(set) var inFlight = 0
    private(set) var prompts = 0
    /// The transitions since ``beginEvent()``.
    private(set) var transitions: [PresentationTransition] = []

    subscript(id: Int64) -> PresentationRecord? { records[id] }
    var values: Dictionary<Int64, PresentationRecord>.Values { records.values }
    var count: Int { records.count }

    mutating func beginEvent() { transitions.removeAll(keepingCapacity: true) }

    /// Changes a record, except for its phase; does nothing without a record.
    mutating func change(_ id: Int64, _ change: (inout PresentationRecord) -> Void) {
        guard let index = records.index(forKey: id) else { return }
        change(&records.values[index])
    }

    /// Makes a record of the occurrence if there is none.
    mutating func add(_ occurrence: Occurrence) {
        if records[occurrence.id] == nil { records[occurrence.id] = PresentationRecord(occurrence) }
    }

    mutating func move(_ id: Int64, to phase: PresentationRecord.Phase) {
        guard let index = records.index(forKey: id) else { return }
        count(records.values[index], by: -1)
        records.values[index].phase = phase
        count(records.values[index], by: 1)
        note(id)
    }

    mutating func remove(_ id: Int64) {
        guard let record = records.removeValue(forKey: id) else { return }
        count(record, by: -1)
        if let noted = record.noted { transitions.append(.init(id: id, from: noted, to: .gone)) }
    }

    /// Adds a transition to ``transitions`` if the record's phase has changed.
    mutating func note(_ id: Int64) {
        guard let index = records.index(forKey: id), let kind = records.values[index].kind,
            kind != records.values[index].noted
        else { return }
        transitions.append(.init(id: id, from: records.values[index].noted, to: kind))
        records.values[index].noted = kind
    }

    private mutating func count(_ record: PresentationRecord, by number: Int) {
        if record.isInFlight { inFlight += number }
        if record.prompt != nil { prompts += number }
    }
}

/// A press that is carried out when the session is unlocked in time.
struct HeldPress: Hashable, Sendable {
    let occurrence: Occurrence
    let choice: ShownNotification.Choice
    /// The button's label, for the person.
    let label: String
    let token: String?
    /// The signals of the server when the button was pressed, for the event log.
    let facts: [String: PropertyListValue]
}

/// A question that the person is being asked in a window, or a terminal.
package struct OpenPrompt: Hashable, Sendable {
    package let occurrence: Occurrence
    package let question: Question
    /// The server's signals when the button was pressed, for the event log.
    package let facts: [String: PropertyListValue]
    /// The activation token that lets the prompt's window come to the front.
    package let token: String?
}
