// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// Waits for the answer to one request, and for everything that can make the waiting senseless.
///
/// It attaches before the request is added, so nothing is missed; and again when the agent was restarted, which has
/// kept what came meanwhile.
actor AnswerWaiter {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let session: Session
    private let identifier: String
    /// The caller's own adding of the request: what was said to an earlier one is no answer to it, and one that takes
    /// its place ends the wait. Nil where the request is somebody else's.
    private let instance: String?
    /// The request goes when this process ends without an answer.
    private let withdraws: Bool
    /// Where the person is asked for words, if nothing else can; nil without a terminal.
    private let field: TerminalField?
    private var answer: Answer?
    private var continuation: CheckedContinuation<Answer, Never>?
    private var timer: TimerSource?
    private var grace: TimerSource?
    private var signals: SignalSource?
    private var follower: AgentFollower?
    private var limitOnceShown: Double?
    private var timesSet = 0
    /// What the log says of a response that there is.
    private var news: String?
    /// The agent has not noted yet that its response has arrived here.
    private var isUnacknowledged = false

    /// What becomes of an answer: it is there, it was taken, or nobody took it in time.
    private static let ends: Set = ["answered", "acknowledged", "dropped"]
    /// Why it may be off the screen for a while.
    private static let passing: Set = ["server gone", "room"]
    /// How long a response may come after the news that there is one.
    private static let patience = Duration.seconds(1)
    /// How long the agent may take to note that its response has arrived: who ended before would leave it there.
    private static let acknowledgement = Duration.seconds(2)

    /// With `asksHere` a text is typed in the terminal of this process, and what it has added goes with it.
    init(_ session: Session, for identifier: String, instance: String?, asksHere: Bool = false) {
        withdraws = asksHere
        field = asksHere ? TerminalField() : nil
        self.session = session
        self.identifier = identifier
        self.instance = instance
    }

    /// Becomes the one whom the agent tells.
    ///
    /// - Throws: What the agent or the bus says against it.
    func attach() async throws {
        signals = try SignalSource([SIGINT, SIGTERM, SIGHUP], on: .main) { [weak self] number in
            self?.assumeIsolated { $0.interrupted(number) }
        }
        let object = try DelegateObject(
            didReceive: { [weak self] response in
                guard let self else { throw BusError.failed("Nobody waits for it any more.") }
                try await received(response)
            },
            askText: { [field] in await field?.ask($0) })
        try await session.connection.export(object, at: AgentNames.delegatePath)
        let follower = AgentFollower(
            session,
            .init(
                happened: { [weak self] signal in self?.assumeIsolated { $0.happened(signal) } },
                resume: { [weak self] in try await self?.resume() },
                lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.agentLost(failure.sentence)) } }))
        try await follower.start()
        self.follower = follower
        try await enlist()
    }

    /// Waits.
    ///
    /// - Parameters:
    ///   - limit: Seconds for the whole wait; nil is for ever.
    ///   - limitOnceShown: Seconds from the moment when it is on the screen; nil is for ever.
    /// - Returns: What came first; at once if it has come already.
    func wait(limit: Double?, onceShown limitOnceShown: Double? = nil) async -> Answer {
        if let answer, !isUnacknowledged { return answer }
        self.limitOnceShown = limitOnceShown
        if let limit { startTimer(limit) }
        return await withCheckedContinuation { continuation in
            // Looked at again in here: the answer may have come on the way.
            if let answer, !isUnacknowledged {
                continuation.resume(returning: answer)
            } else {
                self.continuation = continuation
            }
        }
    }

    /// Asks whether there is still something to wait for.
    ///
    /// - Returns: false when nothing pending or on the screen has the identifier, and no response is on its way.
    func hasSubject() async throws -> Bool {
        let named = PageOptions(identifiers: [identifier])
        if try await session.agent.page(of: .pending, named).rows.contains(where: isSubject) { return true }
        let delivered = try await session.agent.page(of: .delivered, named).rows.first(where: isSubject)
        if let delivered {
            guard delivered["state"]?.string == "unpresented" else { return true }
            return try await comesBack()
        }
        // Held back by a pause or in the quiet hours.
        if try await session.agent.missed().contains(where: { $0["waits"]?.bool == true && isSubject($0) }) {
            return true
        }
        let events = try await session.agent.log(["identifier": .string(identifier), "newest": .boolean(true)])
        let kinds = events.compactMap { $0["kind"]?.string }
        return kinds.last(where: Self.ends.contains) == "answered" || answer != nil
    }

    /// What went with its server, or had to make room, is shown again.
    private func comesBack() async throws -> Bool {
        let events = try await session.agent.log(["identifier": .string(identifier), "newest": .boolean(true)])
        let last = events.last { $0["kind"]?.string == "gone" }
        return last?["detail"]?.properties?["reason"]?.string.map(Self.passing.contains) ?? false
    }

    private func isSubject(_ row: [String: Value]) -> Bool {
        row["identifier"]?.string == identifier && (instance == nil || row["instance"]?.string == instance)
    }

    private func enlist() async throws {
        var options: [String: Value] = ["identifiers": .strings([identifier]), "expired": .boolean(true)]
        if field != nil { options["prompts"] = .boolean(true) }
        if let instance {
            options["instances"] = .strings([instance])
            // Also where this process is killed, and can take nothing away itself.
            if withdraws { options["withdraws"] = .boolean(true) }
        }
        try await session.agent.attach(options)
        try await session.agent.watch()
    }

    // MARK: - What happens

    /// Its return acknowledges: the answer is kept here from now on, and is printed whatever comes next.
    ///
    /// What comes after the end of the wait, or was said to another adding, is not for us: it stays with the agent.
    private func received(_ response: [String: Value]) throws {
        guard isSubject(response["notification"]?.properties ?? [:]) else {
            throw BusError.failed("This is no answer to what was asked here.")
        }
        // The news of it came first, and said all that there is to say.
        if case .ended("dismissed")? = answer, response["kind"]?.string == "dismiss" { return }
        guard answer == nil else { throw BusError.failed("Nobody waits for it any more.") }
        if news != nil, Self.isStored(response) {
            isUnacknowledged = true
            grace?.cancel()
            grace = TimerSource(after: Self.acknowledgement, on: .main) { [weak self] in
                self?.assumeIsolated { $0.leave() }
            }
        }
        finish(.response(response))
    }

    /// What is no answer, or put off, the agent does not store, and so does not note its arrival.
    private static func isStored(_ response: [String: Value]) -> Bool {
        switch response["kind"]?.string {
        case "expired": false
        case "dismiss": response["notification"]?.properties?["customDismissAction"]?.bool == true
        default: response["actionIdentifier"]?.string?.hasPrefix("snooze:") != true
        }
    }

    private func happened(_ signal: Message) {
        guard signal.arguments.count == 4, signal.arguments[1].string == identifier,
            let kind = signal.arguments[2].string
        else { return }
        let app = signal.arguments[0].string
        if !session.agent.app.isEmpty, app != session.agent.app { return }
        // What happened before is about an earlier request, and so is the answer to a showing that was replaced.
        if instance != nil, kind != "set" {
            if timesSet == 0 || signal.arguments[3].properties?["replaced"]?.bool == true { return }
        }
        switch kind {
        case "set":
            timesSet += 1
            // The first one is ours.
            if instance != nil, timesSet > 1 { finish(.ended("replaced")) }
        case "shown":
            if let limitOnceShown { startTimer(limitOnceShown) }
        case "removed": finish(.ended("removed"))
        case "answered", "dismissed", "expired":
            news = kind
            startGrace(kind)
        case "acknowledged": leave()
        case "gone", "dropped": Task { await checkSubject() }
        // What waits for its turn comes yet.
        case "missed" where signal.arguments[3].properties?["waits"]?.bool == false: Task { await checkSubject() }
        default: break
        }
    }

    /// The response itself follows; the news alone has to do if it doesn't.
    private func startGrace(_ kind: String) {
        guard answer == nil else { return }
        grace = TimerSource(after: Self.patience, on: .main) { [weak self] in
            self?.assumeIsolated { $0.finish(.ended(kind)) }
        }
    }

    private func checkSubject() async {
        do {
            if try await !hasSubject() { startGrace("gone") }
        } catch {
            finish(.agentLost(Failure(error).sentence))
        }
    }

    private func resume() async throws {
        // What the former agent has not handed over comes from the next one, when that is there.
        if answer == nil { grace?.cancel() }
        try await enlist()
        if try await !hasSubject() {
            startGrace(news ?? "gone")
        } else if let news {
            startGrace(news)
        }
    }

    private func startTimer(_ seconds: Double) {
        timer = TimerSource(after: .seconds(seconds), on: .main) { [weak self] in
            self?.assumeIsolated { $0.finish(.timedOut) }
        }
    }

    /// The first signal ends the wait; the next one the process, should the agent not answer.
    private func interrupted(_ number: Int32) {
        if case .signal? = answer { exit(128 + number) }
        finish(.signal(number))
    }

    private func finish(_ answer: Answer) {
        guard self.answer == nil else { return }
        self.answer = answer
        timer?.cancel()
        field?.assumeIsolated { $0.end() }
        if !isUnacknowledged { leave() }
    }

    private func leave() {
        guard let answer else { return }
        isUnacknowledged = false
        grace?.cancel()
        continuation?.resume(returning: answer)
        continuation = nil
    }
}
