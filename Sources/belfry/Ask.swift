// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel

/// `belfry ask`: a question, and its answer as output and exit status.
struct Ask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a question, wait, and print the answer.",
        discussion: """
            Prints the id of the chosen action, or the text that was typed. Exit status: 0 an answer; 1 dismissed, which is \
            never a yes; 4 the notification itself was chosen; 5 expired, replaced or removed; 69 no notification server; \
            124 --timeout ran out.

            if belfry ask "Deploy?" -A yes=Deploy -A no=Cancel --map yes=0,no=10; then ./deploy; fi
            why=$(belfry ask "Why the override?" --reply reason --timeout 2m) || exit
            """)

    @Argument(help: "The question, on one line.")
    var title: String

    @Argument(help: ArgumentHelp("What else is to be said.", valueName: "body"))
    var text: String?

    @OptionGroup(title: "Answers") var buttons: ButtonOptions
    @OptionGroup(title: "Answers") var opening: OpeningOptions
    @OptionGroup(title: "Waiting") var answers: AnswerOptions

    @Flag(help: "Ask in the terminal where there is no notification server.")
    var tty = false

    @Option(help: "The request's identifier; one that is pending or on the screen is replaced.")
    var id: String?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup var owner: ApplicationOption

    func validate() throws {
        if text != nil, content.body != nil { throw ValidationError("The body is given twice.") }
        if buttons.category == nil { try answers.check(against: buttons.identifiers) }
        if buttons.identifiers.isEmpty, buttons.category == nil {
            throw ValidationError("There is nothing to answer with: -A yes=Yes -A no=No, --reply or --category.")
        }
    }

    func run() async throws {
        var request: [String: Value] = ["title": .string(title), "customDismissAction": .boolean(true)]
        if let text { request["body"] = .string(text) }
        try content.add(to: &request)
        buttons.add(to: &request)
        opening.add(to: &request)
        let identifier = id ?? ShortIdentifier.make(prefix: "ask-")
        request["identifier"] = .string(identifier)
        do {
            try await ask(request, identifier)
        } catch let error where tty && Failure(error).status == .unavailable {
            try prompt(body: request["body"]?.string ?? "")
        }
    }

    private func ask(_ request: [String: Value], _ identifier: String) async throws {
        let session = try await owner.session()
        if let category = buttons.category { try await answers.check(against: category, of: session.agent) }
        let instance = Request.newInstance()
        var request = request
        request["instance"] = .string(instance)
        let waiter = AnswerWaiter(session, for: identifier, instance: instance, asksHere: true)
        try await waiter.attach()
        // Nobody shall wait for an answer that nobody can give.
        AddedOptions.tellNotes(of: try await session.agent.add(request, noQueue: true), for: request)
        let answer = await waiter.wait(limit: answers.timeout?.seconds)
        try await answers.report(answer, of: (identifier, session))
    }

    private func prompt(body: String) throws {
        let prompt = TerminalPrompt(title: title, body: body, actions: buttons.action, reply: buttons.reply.first)
        let statuses = try answers.statuses()
        func report(_ kind: String, _ action: String, _ text: String?) throws {
            if answers.json.isWanted {
                var response: [String: Value] = ["kind": .string(kind), "actionIdentifier": .string(action)]
                if let text { response["userText"] = .string(text) }
                Console.print(try JSONText.line(response))
            } else if kind != "dismiss" {
                Console.print(text ?? action)
            }
        }
        var status = ExitStatus.done.rawValue
        switch try prompt.ask() {
        case .action(let action):
            try report("action", action, nil)
            status = statuses[action] ?? status
        case .text(let action, let text):
            try report("text", action, text)
            status = statuses[action] ?? status
        case .dismissed:
            try report("dismiss", NotificationModel.Action.dismissIdentifier, nil)
            status = statuses["dismiss"] ?? ExitStatus.dismissed.rawValue
        }
        if status != 0 { throw ExitCode(status) }
    }
}
