// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

/// Waits for the answer to a request, and for anything that makes an answer impossible.
///
/// The waiter attaches to the agent before the request is added, so no response is missed. After a restart of the agent
/// the waiter attaches again; no response is lost then, because the agent keeps responses on disk.
actor AnswerWaiter: LoopActor {
    nonisolated var loop: EventLoop { .main }

    private let session: Session
    private let identifier: String
    /// Instance of the request that this process has added; nil if another process has added the request.
    ///
    /// Responses to earlier instances with the same identifier are refused, and a later instance ends the wait.
    private let instance: String?
    /// True if the agent must remove the request when this process ends without an answer.
    private let withdraws: Bool
    /// Terminal field for text, used if the notification server has no text field; nil without a terminal.
    private let field: TerminalField?
    /// Time limit in seconds from the moment at which the notification is shown; nil for no limit.
    private let limitOnceShown: Double?
    private var answer: Answer?
    private var continuation: CheckedContinuation<Answer, Never>?
    private var timer: TimerSource?
    private var grace: TimerSource?
    private var follower: AgentFollower?
    private var timesSet = 0
    /// Kind of the event that announced a response; nil before such an event.
    private var news: String?
    /// True after the receipt of an announced, stored response, until the event `acknowledged` or a time limit.
    private var isUnacknowledged = false

    /// Kinds of events about a response: the response was given, acknowledged or dropped.
    private static let ends: Set = ["answered", "acknowledged", "dropped"]
    /// Reasons of the event `gone` after which the agent presents the notification again.
    private static let passing: Set = ["server gone", "room"]
    /// Time limit for the arrival of a response after the event that announced the response.
    private static let patience = Duration.seconds(1)
    /// Time limit for the agent's `acknowledged` event; a process that ends earlier could lose the acknowledgement.
    private static let acknowledgement = Duration.seconds(2)

    /// Creates a waiter that isn't attached to the agent yet.
    ///
    /// With `asksHere`, a text answer may be typed in this terminal, and the agent removes the request when this
    /// process ends without an answer.
    init(
        _ session: Session, for identifier: String, instance: String?, asksHere: Bool = false,
        onceShown limitOnceShown: Double? = nil
    ) {
        withdraws = asksHere
        field = asksHere ? TerminalField() : nil
        (self.session, self.identifier, self.instance) = (session, identifier, instance)
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

    /// Waits for the answer for at most `limit` seconds, and returns the first result; a nil `limit` is no limit.
    ///
    /// If there is already a result, the call returns at once.
    func wait(limit: Double?) async -> Answer {
        if let answer, !isUnacknowledged { return answer }
        if let limit { startTimer(limit) }
        return await withCheckedContinuation { continuation in
            // The answer is checked again, because it may have arrived since the check above.
            if let answer, !isUnacknowledged {
                continuation.resume(returning: answer)
            } else {
                self.continuation = continuation
            }
        }
    }

    /// Asks the agent whether an answer is still possible.
    ///
    /// - Returns: False if no request or notification has ``identifier`` and no response is on its way, or if the
    ///   notification has left the screen for good.
    func hasSubject() async throws -> Bool {
        let named = PageOptions(identifiers: [identifier])
        if try await session.agent.page(of: .pending, named).rows.contains(where: isSubject) { return true }
        let delivered = try await session.agent.page(of: .delivered, named).rows.first(where: isSubject)
        if let delivered {
            guard delivered["state"]?.string == "unpresented" else { return true }
            return try await comesBack()
        }
        // The agent lists a notification held back by a pause or the quiet hours as missed, with the key `waits`.
        if try await session.agent.missed().contains(where: { $0["waits"]?.bool == true && isSubject($0) }) {
            return true
        }
        let events = try await session.agent.log(["identifier": .string(identifier), "newest": .boolean(true)])
        let kinds = events.compactMap { $0["kind"]?.string }
        return kinds.last(where: Self.ends.contains) == "answered" || answer != nil
    }

    /// Returns true if the agent will present the notification again: it left the screen because the notification
    /// server ended or had no room for it.
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
            // With `withdraws`, the agent removes the request even if this process is killed.
            if withdraws { options["withdraws"] = .boolean(true) }
        }
        try await session.agent.attach(options)
        try await session.agent.watch()
    }

    // MARK: - Responses, events and signals

    /// Accepts a response. A return without an error acknowledges the response, so this process must then print it.
    ///
    /// Refuses, with an error, responses to another instance or after the end of the wait, so the agent keeps them.
    private func received(_ response: [String: Value]) throws {
        guard isSubject(response["notification"]?.properties ?? [:]) else {
            throw BusError.failed("This response belongs to another request.")
        }
        // The event `dismissed` may arrive before the response about the dismissal; then the event has ended the wait.
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

    /// Returns true if the agent stores a response. The agent logs the event `acknowledged` for stored responses only.
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
        // Events before the first `set` belong to an earlier instance of the request, as does an event with `replaced`.
        if instance != nil, kind != "set" {
            if timesSet == 0 || signal.arguments[3].properties?["replaced"]?.bool == true { return }
        }
        switch kind {
        case "set":
            timesSet += 1
            // The first `set` event belongs to this process's own instance; a second `set` means a newer instance.
            if instance != nil, timesSet > 1 { finish(.ended("replaced")) }
        case "shown":
            if let limitOnceShown { startTimer(limitOnceShown) }
        case "removed": finish(.ended("removed"))
        case "answered", "dismissed", "expired":
            news = kind
            startGrace(kind)
        case "acknowledged": leave()
        case "gone", "dropped": Task { await checkSubject() }
        // A missed notification with `waits` will still be presented, in a digest.
        case "missed" where signal.arguments[3].properties?["waits"]?.bool == false: Task { await checkSubject() }
        default: break
        }
    }

    /// Waits one second for the response an event announced; without a response, the wait ends with the event's kind.
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
        // The new agent delivers the stored responses that the previous agent has not delivered.
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

    /// Ends the wait at the first signal. A second signal ends the process at once, in case the agent doesn't reply.
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
