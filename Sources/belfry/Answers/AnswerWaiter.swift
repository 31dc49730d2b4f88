// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// Waits for the answer to a request, and for anything that makes an answer impossible.
///
/// It attaches before the request is added, so no response is missed. After a restart of the agent it attaches again;
/// the agent has kept the responses.
actor AnswerWaiter {
    nonisolated var unownedExecutor: UnownedSerialExecutor { EventLoop.main.asUnownedSerialExecutor() }

    private let session: Session
    private let identifier: String
    /// This process's addition of the request; responses to earlier ones are ignored, and a later one ends the wait. It
    /// is nil for another process's request.
    private let instance: String?
    /// True if the agent must remove the request when this process ends without an answer.
    private let withdraws: Bool
    /// Field for typing text if the server has none; nil without a terminal.
    private let field: TerminalField?
    /// Seconds of the wait after the notification is shown; nil for no limit.
    private let limitOnceShown: Double?
    private var answer: Answer?
    private var continuation: CheckedContinuation<Answer, Never>?
    private var timer: TimerSource?
    private var grace: TimerSource?
    private var follower: AgentFollower?
    private var timesSet = 0
    /// Kind of the event that announced a response.
    private var news: String?
    /// True until the agent's event confirms that it has received the acknowledgement.
    private var isUnacknowledged = false

    /// Event kinds that tell whether a response exists, was delivered or was dropped.
    private static let ends: Set = ["answered", "acknowledged", "dropped"]
    /// Reasons for which a notification leaves the screen temporarily.
    private static let passing: Set = ["server gone", "room"]
    /// Time limit for a response after the event that announced it.
    private static let patience = Duration.seconds(1)
    /// Time limit for the agent's `acknowledged` event; a process that ends earlier could lose the acknowledgement.
    private static let acknowledgement = Duration.seconds(2)

    /// With `asksHere`, text is typed in this terminal, and the agent removes the request when this process ends.
    init(
        _ session: Session, for identifier: String, instance: String?, asksHere: Bool = false,
        onceShown limitOnceShown: Double? = nil
    ) {
        withdraws = asksHere
        field = asksHere ? TerminalField() : nil
        self.session = session
        self.identifier = identifier
        self.instance = instance
        self.limitOnceShown = limitOnceShown
    }

    /// Attaches this process to the agent as the delegate of the request.
    ///
    /// - Throws: Errors of the agent or the bus.
    func attach() async throws {
        let follower = try AgentFollower(
            session,
            happened: { [weak self] signal in self?.assumeIsolated { $0.happened(signal) } },
            resume: { [weak self] in try await self?.resume() },
            lost: { [weak self] failure in self?.assumeIsolated { $0.finish(.agentLost(failure.sentence)) } },
            interrupted: { [weak self] number in self?.assumeIsolated { $0.interrupted(number) } })
        let object = try DelegateObject(
            didReceive: { [weak self] response in
                guard let self else { throw BusError.failed("The caller no longer waits for this response.") }
                try await received(response)
            },
            askText: { [field] in await field?.ask($0) })
        try await session.connection.export(object, at: AgentNames.delegatePath)
        try await follower.start()
        self.follower = follower
        try await enlist()
    }

    /// Waits for the answer, at most so many seconds; returns the first result, at once if there is one already.
    func wait(limit: Double?) async -> Answer {
        if let answer, !isUnacknowledged { return answer }
        if let limit { startTimer(limit) }
        return await withCheckedContinuation { continuation in
            // Checked again, because the answer may have arrived meanwhile.
            if let answer, !isUnacknowledged {
                continuation.resume(returning: answer)
            } else {
                self.continuation = continuation
            }
        }
    }

    /// Asks the agent whether an answer is still possible.
    ///
    /// - Returns: False if no request or notification has the identifier and no response is on its way.
    func hasSubject() async throws -> Bool {
        let named = PageOptions(identifiers: [identifier])
        if try await session.agent.page(of: .pending, named).rows.contains(where: isSubject) { return true }
        let delivered = try await session.agent.page(of: .delivered, named).rows.first(where: isSubject)
        if let delivered {
            guard delivered["state"]?.string == "unpresented" else { return true }
            return try await comesBack()
        }
        // It may be held back by a pause or the quiet hours.
        if try await session.agent.missed().contains(where: { $0["waits"]?.bool == true && isSubject($0) }) {
            return true
        }
        let events = try await session.agent.log(["identifier": .string(identifier), "newest": .boolean(true)])
        let kinds = events.compactMap { $0["kind"]?.string }
        return kinds.last(where: Self.ends.contains) == "answered" || answer != nil
    }

    /// Returns true if the agent will show the notification again: after a server's end or for lack of screen space.
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
            // The agent then also removes the request if this process is killed.
            if withdraws { options["withdraws"] = .boolean(true) }
        }
        try await session.agent.attach(options)
        try await session.agent.watch()
    }

    // MARK: - Events

    /// Accepts a response; returning acknowledges it, so this process must then print it.
    ///
    /// Responses after the end of the wait or to another addition are refused, so the agent keeps them.
    private func received(_ response: [String: Value]) throws {
        guard isSubject(response["notification"]?.properties ?? [:]) else {
            throw BusError.failed("This response belongs to another request.")
        }
        // The `dismissed` event came first and has already ended the wait.
        if case .ended("dismissed")? = answer, response["kind"]?.string == "dismiss" { return }
        guard answer == nil else { throw BusError.failed("The caller no longer waits for this response.") }
        if news != nil, Self.isStored(response) {
            isUnacknowledged = true
            grace?.cancel()
            grace = TimerSource(after: Self.acknowledgement, on: .main) { [weak self] in
                self?.assumeIsolated { $0.leave() }
            }
        }
        finish(.response(response))
    }

    /// Returns true if the agent stores the response; only then does it log the acknowledgement.
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
        // Events before this addition concern an earlier request, as does the answer to a replaced notification.
        if instance != nil, kind != "set" {
            if timesSet == 0 || signal.arguments[3].properties?["replaced"]?.bool == true { return }
        }
        switch kind {
        case "set":
            timesSet += 1
            // The first `set` event is that of this addition.
            if instance != nil, timesSet > 1 { finish(.ended("replaced")) }
        case "shown":
            if let limitOnceShown { startTimer(limitOnceShown) }
        case "removed": finish(.ended("removed"))
        case "answered", "dismissed", "expired":
            news = kind
            startGrace(kind)
        case "acknowledged": leave()
        case "gone", "dropped": Task { await checkSubject() }
        // A missed notification that waits for its digest is still to come.
        case "missed" where signal.arguments[3].properties?["waits"]?.bool == false: Task { await checkSubject() }
        default: break
        }
    }

    /// Waits for the announced response; if it doesn't arrive, the event's kind ends the wait.
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
        // The next agent delivers the responses that the previous one has not.
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

    /// Ends the wait at the first signal, and the process at the next, in case the agent doesn't reply.
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
        continuation.take()?.resume(returning: answer)
    }
}
