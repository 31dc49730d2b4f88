// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import NotificationModel
import Translations

/// The command `belfry ask`: asks a question; the answer is its output and exit status.
struct Ask: RequestCommand, JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a question, wait, and print the answer.",
        discussion: """
            Without -A, --reply and --category the buttons are Yes and No, and the exit status is the answer: 0 is \
            Yes, 1 is No. With -A every button exits 0, also one called No: the standard output has the button's id, \
            or the text that was typed. --map gives each button its own exit status.

            if belfry ask "Deploy?"; then ./deploy; fi
            if belfry ask "Deploy?" -A yes=Deploy -A no=Cancel --map yes=0,no=1; then ./deploy; fi
            why=$(belfry ask "Why the override?" --reply reason --timeout 2m) || exit


            """ + AnswerStatuses.table)

    @Argument(help: "The question, on one line.")
    var title: String

    @Argument(help: ArgumentHelp("The text below the question.", valueName: "body"))
    var text: String?

    @OptionGroup(title: "Answers") var buttons: ButtonOptions
    @OptionGroup(title: "Answers") var opening: OpeningOptions
    @OptionGroup(title: "Waiting") var answers: AnswerOptions

    @Flag(help: "Ask in the terminal if there is no notification server.")
    var tty = false

    @Option(help: "The identifier; a request that has it, pending or on the screen, is replaced.")
    var id: String?

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup var owner: ApplicationOption

    var wantsJSON: Bool { answers.json.isWanted }

    func validate() throws {
        if text != nil, content.body != nil { throw ValidationError("The body is given twice.") }
        if buttons.category == nil { try answers.check(against: offered.identifiers) }
    }

    private var isYesOrNo: Bool { buttons.identifiers.isEmpty && buttons.category == nil }

    /// The given buttons, or Yes and No by default.
    private var offered: ButtonOptions {
        var buttons = buttons
        if isYesOrNo { buttons.action = YesOrNo.buttons }
        return buttons
    }

    func run() async throws {
        var request: [String: Value] = ["title": .string(title), "customDismissAction": .boolean(true)]
        if let text { request["body"] = .string(text) }
        try content.add(to: &request)
        offered.add(to: &request)
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
        // A question that can't be shown or answered now is refused.
        let outcome = try await session.agent.add(request, noQueue: true, answerable: true)
        AddedOptions.tellNotes(of: outcome, for: request)
        let answer = await waiter.wait(limit: answers.timeout?.seconds)
        try await answers.report(answer, of: (identifier, session), isYesOrNo: isYesOrNo, instance: instance)
    }

    private func prompt(body: String) throws {
        let prompt = TerminalPrompt(title: title, body: body, actions: offered.action, reply: buttons.reply.first)
        let (status, _) = try answers.report(prompt.ask(), isYesOrNo: isYesOrNo)
        if status != 0 { throw ExitCode(status) }
    }
}

/// The two buttons of a question without buttons of its own.
enum YesOrNo {
    /// Identifiers of the two buttons, the same in all languages.
    static let yes = "yes"
    static let no = "no"

    /// The buttons in the person's language.
    static var buttons: [ActionArgument] {
        let catalog = MessageCatalog.own
        return [
            ActionArgument(identifier: yes, title: catalog.text("Yes")),
            ActionArgument(identifier: no, title: catalog.text("No")),
        ]
    }
}

/// The exit statuses of `ask` as in its help; the manual has the same table.
enum AnswerStatuses {
    /// Table with a line for each status or group of statuses.
    static let table = """
        Exit status:
        0 - Yes; with -A, --reply or --category an answer, which is printed
        1 - No, and nothing else
        2 - the command line is wrong
        4 - the notification itself was chosen, and there is no --default
        5 - expired, replaced or removed
        6 - dismissed: never a yes
        65 - a value is refused
        69 - nobody can answer: no bus, agent, server, button or text field
        70 - a failure of the agent
        73 - the store cannot be read or written
        75 - too many requests wait
        77 - not allowed
        124 - --timeout ran out
        129, 130, 143 - SIGHUP, SIGINT or SIGTERM; the question is taken away
        """
}
