// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import Glibc
import NotificationModel

/// Options of `ask` and `wait`: the time limit, and the output and exit status for each answer.
struct AnswerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Time limit, such as 90s or 10m: exit status 124. The notification stays.", valueName: "duration"),
        transform: DurationArgument.read)
    var timeout: DurationArgument?

    @Flag(help: "Remove the notification when the wait ends without an answer.")
    var withdraw = false

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("Treat a click on the notification itself as this action.", valueName: "action"))
    var defaultAction: String?

    @Option(
        help: ArgumentHelp(
            "Exit with this status for this action, or for default, dismiss, expire.", valueName: "action=status,..."))
    var map: String?

    @OptionGroup var json: JSONOption

    func validate() throws { _ = try statuses() }

    /// Parses the exit statuses of `--map`, by action or event name.
    func statuses() throws -> [String: Int32] {
        var statuses: [String: Int32] = [:]
        for pair in map?.commaSeparated ?? [] {
            guard let (action, text) = pair.splitAtEqualsSign, let status = UInt8(text) else {
                throw ValidationError("--map: \"\(pair)\" is not action=status, with a status from 0 to 255.")
            }
            statuses[action] = Int32(status)
        }
        return statuses
    }

    /// Refuses `--map` or `--default` with an action that the notification doesn't have.
    func check(against identifiers: [String]) throws {
        let known = Set(identifiers + ["default", "dismiss", "expire"])
        if let unknown = try statuses().keys.sorted().first(where: { !known.contains($0) }) {
            throw ValidationError("--map: no -A or --reply has the id \"\(unknown)\".")
        }
        if let defaultAction, !identifiers.contains(defaultAction) {
            throw ValidationError("--default: no -A or --reply has the id \"\(defaultAction)\".")
        }
    }

    /// Refuses `--map` with the name of an event if an action of the category has the same name.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage``, or an error of the agent.
    func check(against category: String, of agent: AgentProxy) async throws {
        let events = try statuses().keys.filter { ResponsePlan.Event(rawValue: $0) != nil }
        guard !events.isEmpty else { return }
        let actions = try await agent.actions(ofCategory: category).compactMap { $0["identifier"]?.string }
        guard let wrong = events.sorted().first(where: actions.contains) else { return }
        throw Failure(
            .usage,
            "--map: \"\(wrong)\" is both an event and an action of the category \"\(category)\"; rename the action")
    }

    /// Prints an answer and sets the command's exit status.
    ///
    /// If the buttons are Yes and No, nothing is printed, and the exit status is the answer. Otherwise the chosen
    /// action or the typed text is printed, and the exit status is 0 unless `--map` sets it.
    ///
    /// `instance` is the instance of the request that this process has added, and removes at a signal; nil if another
    /// process has added the request.
    ///
    /// - Throws: `ExitCode`, or ``Failure`` if the agent has ended, or if the person could not type a text.
    func report(
        _ answer: Answer, of subject: (identifier: String, session: Session), isYesOrNo: Bool = false,
        instance: String? = nil
    ) async throws {
        let status: Int32
        var isAnswered = false
        var isWithdrawn = withdraw
        switch answer {
        case .response(let response):
            try await checkText(response, subject.session)
            (status, isAnswered) = try report(response, isYesOrNo: isYesOrNo)
        case .ended("dismissed"):
            (status, isAnswered) = (try statuses()["dismiss"] ?? ExitStatus.dismissed.rawValue, true)
        case .ended(let reason):
            Console.say("no answer: the notification was \(reason)")
            status = try statuses()["expire"] ?? ExitStatus.ended.rawValue
        case .timedOut:
            Console.say("no answer in time")
            status = ExitStatus.timedOut.rawValue
        case .signal(let number):
            status = 128 + number
            isWithdrawn = isWithdrawn || instance != nil
        case .agentLost(let sentence):
            throw Failure(.unavailable, sentence)
        }
        if isWithdrawn, !isAnswered {
            await subject.session.withdraw(subject.identifier, instance: instance)
        } else if instance != nil {
            // The notification must stay on the screen. If this process didn't detach, the agent would remove the
            // notification at the end of the connection.
            try? await subject.session.agent.detach()
        }
        await subject.session.settle()
        if status != 0 { throw ExitCode(status) }
    }

    /// Refuses a response with no text for a text button, so that the button's identifier isn't printed as the text.
    private func checkText(_ response: [String: Value], _ session: Session) async throws {
        guard response["kind"]?.string == "action", let action = response["actionIdentifier"]?.string else { return }
        let notification = response["notification"]?.properties ?? [:]
        var actions = AgentProxy.actions(of: notification)
        if let category = notification["categoryIdentifier"]?.string {
            actions += try await session.agent.actions(ofCategory: category)
        }
        let asksForText = actions.contains {
            $0["identifier"]?.string == action
                && ($0["textInputPlaceholder"] != nil || $0["textInputButtonTitle"] != nil)
        }
        guard asksForText else { return }
        try json.print(response)
        await session.settle()
        throw Failure.withoutDocument(
            .unavailable, "\"\(action.onOneLine)\" was chosen, but there was no text field to type in any more")
    }

    /// Prints the response; returns the command's exit status, and true if the person gave the response.
    func report(_ response: [String: Value], isYesOrNo: Bool) throws -> (status: Int32, isAnswered: Bool) {
        try json.print(response)
        let statuses = try statuses()
        func chosen(_ action: String, _ text: String) -> Int32 {
            if !json.isWanted, !isYesOrNo { Console.print(text) }
            // An action of a category may have the name of an event; in --map that name means the event.
            let isEvent = ResponsePlan.Event(rawValue: action) != nil
            return (isEvent ? nil : statuses[action])
                ?? (isYesOrNo && action == YesOrNo.no ? ExitStatus.no : .done).rawValue
        }
        let action = response["actionIdentifier"]?.string ?? ""
        switch response["kind"]?.string {
        case "action": return (chosen(action, action), true)
        case "text": return (chosen(action, response["userText"]?.string ?? ""), true)
        case "default":
            if let defaultAction { return (chosen(defaultAction, defaultAction), true) }
            return (statuses["default"] ?? ExitStatus.opened.rawValue, true)
        case "dismiss": return (statuses["dismiss"] ?? ExitStatus.dismissed.rawValue, true)
        default: return (statuses["expire"] ?? ExitStatus.ended.rawValue, false)
        }
    }
}

enum Answer: Sendable {
    /// The person answered or dismissed the notification, or it expired.
    case response([String: Value])
    /// The notification can't be answered any more; the text is the kind of the event that is the cause.
    case ended(String)
    /// The command's own time limit was reached.
    case timedOut
    /// A signal asked the process to end.
    case signal(Int32)
    /// The agent has ended and can't be started again; the text is the reason.
    case agentLost(String)
}

extension AgentProxy {
    /// Returns the actions of a category; none if the category isn't registered.
    fileprivate func actions(ofCategory identifier: String) async throws -> [[String: Value]] {
        try await categories().first { $0["identifier"]?.string == identifier }.map(Self.actions) ?? []
    }

    /// Returns the actions in the dictionary of a notification or a category.
    static func actions(of dictionary: [String: Value]) -> [[String: Value]] {
        (dictionary["actions"]?.array ?? []).compactMap(\.properties)
    }
}
