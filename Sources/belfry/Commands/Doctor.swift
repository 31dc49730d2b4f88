// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The command `belfry doctor`: finds problems and tells how to solve them.
struct Doctor: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out why notifications are not shown, or why answers are not delivered.",
        discussion: """
            Checks the session, the agent and how it is started, the notification server, the time zone, the settings \
            and the store, and gives advice. Works without an agent, a server and a bus, too. \
            Starts the agent if it does not run. Prints no text of any notification.
            Exit status: 0 no warnings; 1 there are warnings (marked "!"); 69 there are problems (marked "x").
            """)

    @Flag(help: "Show a notification with a button, and print the response.")
    var test = false

    @Option(help: ArgumentHelp("With --test: time to wait for the button (default: 30s).", valueName: "duration"))
    var wait: String?

    @OptionGroup var json: JSONOption

    func validate() throws {
        guard let wait else { return }
        guard test else { throw ValidationError("--wait needs --test.") }
        _ = try DurationArgument.read(wait)
    }

    func run() async throws {
        let here = Result { try Session.connectHere() }
        var findings = SessionDiagnosis.findings(here)
        let elsewhere = await AgentOnOtherBus.connection(besides: try? here.get())
        let connection = elsewhere ?? (try? here.get())
        if elsewhere != nil, let address = AgentOnOtherBus.address {
            findings.append(
                Finding(
                    "session.agent", .note, "your agent runs on another session's bus, \(address.onOneLine)",
                    advice: "Due notifications are shown in that session; end the agent there to get one here."))
        }
        findings += await AgentDiagnosis(connection: connection).findings()
        var status: Int32?
        if test {
            let seconds = try wait.map(DurationArgument.read)?.seconds ?? 30
            let result = await TestNotification(connection: connection, seconds: seconds).findings()
            findings += result.findings
            status = result.signal.map { 128 + $0 }
        }
        let diagnosis = Diagnosis(findings)
        try json.print(diagnosis.properties, or: FindingPrinter.lines(diagnosis))
        if let status = status ?? Self.status(of: diagnosis) { throw ExitCode(status) }
    }

    /// Returns the exit status of a diagnosis; nil for 0.
    private static func status(of diagnosis: Diagnosis) -> Int32? {
        switch diagnosis.state {
        case .ok, .note: nil
        case .warning: ExitStatus.no.rawValue
        case .problem: ExitStatus.unavailable.rawValue
        }
    }
}
