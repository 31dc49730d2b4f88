// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// The way of a test message: the stages that it has passed, and the stage at which the message was lost.
struct PushJourney {
    /// The stage at which the message was lost, in words for the person.
    struct Lost: Error {
        /// `registered`, `posted`, `received`, `decrypted`, `stored` or `shown`.
        let stage: String
        let sentence: String
        /// A sentence that says what to do.
        let advice: String

        init(_ stage: String, _ sentence: String, advice: String) {
            (self.stage, self.sentence, self.advice) = (stage, sentence, advice)
        }

        /// Creates the loss of a message whose test the agent no longer knows, such as after a restart of the agent.
        init(_ stage: String, forgotten sentence: String) {
            self.init(stage, sentence.onOneLine, advice: "If the agent was restarted meanwhile, run the test again.")
        }
    }

    private let isPrinted: Bool
    private let timeout: Double
    private var registration: [String: Value] = [:]
    private var result: PingSender.Result?
    /// The document that the command prints with `--json`.
    private(set) var document: [String: Value] = [:]
    private(set) var lost: Lost?

    init(isPrinted: Bool, timeout: Double) { (self.isPrinted, self.timeout) = (isPrinted, timeout) }

    /// Returns the stages of a message within the agent, in order.
    static func stages(isShown: Bool) -> [String] {
        isShown ? ["received", "decrypted", "stored", "shown"] : ["received", "decrypted"]
    }

    private var distributor: String { registration["distributor"]?.string?.onOneLine ?? "the distributor" }
    private var host: String { Self.origin(of: registration["endpoint"]?.string ?? "").onOneLine }

    /// Returns an address without its path, which is a secret of the subscription.
    private static func origin(of address: String) -> String {
        address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    private func say(_ stage: String, _ text: String) {
        if isPrinted { Console.print(Console.table([(stage, text)])) }
    }

    // MARK: - Stages

    mutating func registered(_ registration: [String: Value]) throws {
        guard document["state"] == nil || self.registration["state"] != registration["state"] else { return }
        self.registration = registration
        for key in ["app", "instance", "distributor", "state", "reason"] { document[key] = registration[key] }
        guard registration["state"]?.string == "registered" else {
            throw Lost(
                "registered", RegistrationWords.sentence(registration["reason"]?.string),
                advice: "See \"belfry push distributor\" and \"belfry doctor\".")
        }
        document["server"] = .string(host)
        say("registered", "at \(host), by \(distributor)")
    }

    mutating func posted(_ result: PingSender.Result, after seconds: Double) throws {
        self.result = result
        if let status = result.status { document["status"] = .int64(Int64(status)) }
        guard result.name == "accepted" else {
            throw Lost(
                "posted", "the message was not posted: \(result.message.onOneLine)", advice: advice(about: result))
        }
        document["posted"] = .double(seconds)
        say("posted", "\(Console.time(seconds))  accepted\(result.status.map { " with status \($0)" } ?? "")")
    }

    private func advice(about result: PingSender.Result) -> String {
        switch (result.name, result.status) {
        case ("missing", _):
            "Install belfry-push, which is looked for beside belfry and in $PATH."
        case ("gone", _):
            "The push server does not know the registration's address: end the registration, and register again."
        case ("refused", 413?):
            "Let the push server take bodies of 4096 bytes, such as with nginx's client_max_body_size."
        case ("refused", nil) where result.message.contains("certificate"):
            "Give the file of the server's certificate authority with --ca, or put the certificate right."
        case ("refused", nil) where result.message.contains("https"):
            "Give the push server a certificate, or use --insecure-http for this test."
        case ("later", nil):
            "See whether the push server runs, and whether this machine reaches \(host)."
        case ("later", _), ("refused", _): "See the log of the push server \(host)."
        default: "Run \"belfry-push send\" by hand to see more."
        }
    }

    /// Records the progress that the agent reports; returns whether the message has passed `stage`.
    mutating func reached(_ stage: String, _ progress: [String: Value]) throws -> Bool {
        if let seconds = progress[stage]?.double {
            if document[stage] == nil { say(stage, Console.time(seconds)) }
            document[stage] = .double(seconds)
            return true
        }
        guard let failure = progress["failure"]?.string else { return false }
        document["failure"] = .string(failure)
        throw failed(stage, failure)
    }

    private func failed(_ stage: String, _ failure: String) -> Lost {
        switch failure {
        case "undecryptable", "size", "invalid":
            Lost(
                stage, "the message that arrived is not the one that was sent (\(failure))",
                advice: "The push server or the distributor changes bodies, or somebody else has sent to this address.")
        case "unknown": Lost(stage, forgotten: "the agent has forgotten the test")
        case "denied":
            Lost(
                stage, "the settings forbid the application to notify",
                advice: "Change config.toml; \"belfry settings\" shows what is in force.")
        case "paused", "quiet", "flood":
            Lost(
                stage, "the notification was held back (\(failure))",
                advice: "Run the test again after \"belfry resume\" or the quiet hours, or without --show.")
        default:
            Lost(
                stage, "the notification was dropped (\(failure))",
                advice: "See \"belfry log\" and \"belfry doctor\".")
        }
    }

    /// Returns the loss of a message that has not reached a stage in time.
    func lost(at stage: String) -> Lost {
        let seconds = "\(timeout == timeout.rounded() ? String(Int(timeout)) : String(timeout)) s"
        switch stage {
        case "received" where result?.status == 202:
            return Lost(
                stage, "the push server has stored the message, and \(distributor) has not fetched it in \(seconds)",
                advice: "\(distributor) is not connected to \(host): see \"systemctl --user status\" and its own log.")
        case "received":
            return Lost(
                stage,
                "the push server took the message, and \(distributor) has not handed it to the agent in \(seconds)",
                advice: "The distributor may hang, or be connected to another server: see its log, and restart it.")
        case "shown":
            return Lost(
                stage, "no notification server has shown the notification in \(seconds)",
                advice: "See \"belfry doctor\"; without a server the notification waits for one.")
        default:
            return Lost(stage, "the agent has not finished this stage in \(seconds)", advice: "See the agent's log.")
        }
    }

    mutating func end(_ lost: Lost) {
        self.lost = lost
        document["lostAt"] = .string(lost.stage)
        document["message"] = .string(lost.sentence)
        document["advice"] = .string(lost.advice)
        say(lost.stage, "no")
    }
}
