// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import NotificationModel

/// The test of `belfry doctor`: it presents a real notification with a button and waits for the response.
struct TestNotification {
    /// The findings, and the signal that ended the wait for the response; nil if no signal ended that wait.
    typealias Result = (findings: [Finding], signal: Int32?)

    let connection: Connection?
    let seconds: Double

    func findings() async -> Result {
        guard let connection else { return Self.failed("there is no bus") }
        let session = Session(connection: connection, application: Environment.application)
        do {
            return try await show(in: session)
        } catch {
            return Self.failed(Failure(error).sentence.onOneLine)
        }
    }

    private static func failed(_ why: String) -> Result {
        let advice = "Correct the problems marked above, and run the test again."
        return ([Finding("test.shown", .problem, "no: \(why)", advice: advice)], nil)
    }

    private func show(in session: Session) async throws -> Result {
        let identifier = ShortIdentifier.make(prefix: "doctor-")
        let instance = Request.newInstance()
        let waiter = AnswerWaiter(session, for: identifier, instance: instance)
        try await waiter.attach()
        _ = try await session.agent.add(
            [
                "identifier": .string(identifier), "instance": .string(instance), "title": .string("Belfry is well"),
                "body": .string("Press the button to test that answers come back."),
                "actions": .dictionaries([["identifier": .string("works"), "title": .string("It works")]]),
                "customDismissAction": .boolean(true),
            ], noQueue: try await !canBeStarted(on: session.connection))
        Console.say("a test notification was sent; press its button within \(Self.text(seconds)) s")
        let answer = await waiter.wait(limit: seconds)
        await session.withdraw(identifier)
        let log = try await session.agent.log(["identifier": .string(identifier), "newest": .boolean(true)])
        await session.settle()
        let kinds = Set(log.compactMap { $0["kind"]?.string })
        let findings = [Self.shown(kinds), Self.answered(answer, wasShown: kinds.contains("shown"), seconds)]
        guard case .signal(let number) = answer else { return (findings, nil) }
        return (findings, number)
    }

    /// Returns true if no notification server runs, but the bus can start one.
    private func canBeStarted(on connection: Connection) async throws -> Bool {
        let name = ServerNameDiagnosis.name
        guard try await connection.owner(of: name) == nil else { return false }
        return try await connection.activatableNames().contains(name)
    }

    private static func shown(_ kinds: Set<String>) -> Finding {
        if kinds.contains("shown") { return Finding("test.shown", "yes, the notification server has taken it") }
        if kinds.contains("missed") {
            return Finding(
                "test.shown", .note, "no, the notification was held back by a pause or the quiet hours",
                advice: "Run the test again when nothing is held back, or after \"belfry resume\".")
        }
        return Finding(
            "test.shown", .problem, "no, the notification server has not taken it",
            advice: "Start the notification server anew, and see \"belfry log\" for what it has answered.")
    }

    private static func answered(_ answer: Answer, wasShown: Bool, _ seconds: Double) -> Finding {
        switch answer {
        case .response(let response):
            switch response["kind"]?.string {
            case "action": Finding("test.answer", "the press of the test notification's button came back")
            case "default": Finding("test.answer", "a click on it came back; its button was not pressed")
            case "dismiss": Finding("test.answer", .note, "it was dismissed; its button was not pressed")
            case "expired": Finding("test.answer", .note, "it expired; its button was not pressed")
            case let kind:
                Finding("test.answer", .note, "something else came back: \(kind?.onOneLine ?? "nothing known")")
            }
        case .ended(let why):
            Finding("test.answer", .warning, "it was gone without an answer: \(why)", advice: again)
        case .timedOut where !wasShown:
            Finding("test.answer", .note, "nothing came back, as it was not shown")
        case .timedOut:
            Finding(
                "test.answer", .warning, "nothing came back in \(text(seconds)) s",
                advice:
                    "Press the button while the test waits; if you did, this server does not report presses, and \"belfry desktop\" does."
            )
        case .signal: Finding("test.answer", .note, "interrupted")
        case .agentLost(let why):
            Finding("test.answer", .problem, "the agent has ended: \(why.onOneLine)", advice: again)
        }
    }

    private static let again = "Run the test again; if it ends so each time, start the notification server anew."

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    }
}
