// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

extension PushCommand {
    /// The command `belfry push test`: sends a message to a registration's address, and prints the message's stages.
    struct Test: DocumentCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Send a message to the push server and back, and print the time of each stage.",
            discussion: """
                belfry-push posts an encrypted message to the registration's own push server, and the agent tells when \
                it comes back. Nothing is shown, and no application is woken, unless --show is given. Without --app \
                the command registers for the test and ends the registration afterwards.

                Exit status: 0 if the message has passed every stage, 1 if it is lost at one of them, which is then \
                named with advice, 3 if there is no such registration.
                """)

        @Option(help: ArgumentHelp("The name of one of several registrations of the application.", valueName: "name"))
        var instance: String?

        @Flag(help: "Show a notification, too.")
        var show = false

        @Option(help: ArgumentHelp("Time to wait for each stage of the way.", valueName: "seconds"))
        var timeout = 60.0

        @Option(help: ArgumentHelp("Certificates that are trusted besides the system's.", valueName: "file"))
        var ca: String?

        @Flag(help: "Post to an address without encryption, too; addresses of this machine are always allowed.")
        var insecureHttp = false

        @OptionGroup var json: JSONOption
        @OptionGroup var owner: ApplicationOption

        /// Name of the registration that a test without an application makes.
        private static let ownInstance = "belfry-push-test"
        /// Seconds to wait until the distributor names an address.
        private static let patience = 30.0

        func validate() throws {
            guard (1...3600).contains(timeout) else { throw ValidationError("--timeout must be 1 to 3600 seconds.") }
        }

        func run() async throws {
            let agent = try await owner.session().agent
            let isOwn = owner.app == nil && instance == nil
            let name = instance ?? (isOwn ? Self.ownInstance : "")
            var journey = PushJourney(isPrinted: !json.isWanted, timeout: timeout)
            do {
                if isOwn {
                    let registration = try await agent.registerForRemoteNotifications(
                        ["instance": .string(name)], wait: Self.patience)
                    try journey.registered(registration)
                }
                try await follow(agent, name, &journey)
            } catch let lost as PushJourney.Lost {
                journey.end(lost)
            } catch {
                if isOwn { try? await agent.unregisterForRemoteNotifications(instance: name) }
                throw error
            }
            if isOwn { try? await agent.unregisterForRemoteNotifications(instance: name) }
            try json.print(journey.document)
            guard let lost = journey.lost else { return }
            throw Failure.withoutDocument(.no, "\(lost.sentence)\n\(lost.advice)")
        }

        /// Sends the test message, and follows it through the agent.
        private func follow(_ agent: AgentProxy, _ name: String, _ journey: inout PushJourney) async throws {
            let test = try await agent.beginPushTest(
                ["instance": .string(name), "title": .string(show ? "Remote notifications work" : "")])
            let begin = ContinuousClock.now
            try journey.registered(test)
            var options: [String] = insecureHttp ? ["--insecure-http"] : []
            if let ca { options += ["--ca", ca] }
            let result = try PingSender(
                subscription: test["subscription"]?.string ?? "", payload: test["payload"]?.string ?? "",
                options: options
            ).send()
            try journey.posted(result, after: (ContinuousClock.now - begin) / .seconds(1))
            var seen = 0
            for stage in PushJourney.stages(isShown: show) {
                let deadline = ContinuousClock.now + .seconds(timeout)
                while true {
                    let rest = (deadline - .now) / .seconds(1)
                    let progress: [String: Value]
                    do {
                        progress = try await agent.pushTest(
                            test["test"]?.string ?? "", seen: seen, wait: max(0, min(rest, 60)))
                    } catch {
                        throw PushJourney.Lost(stage, forgotten: Failure(error).sentence)
                    }
                    seen = PushJourney.stages(isShown: true).filter { progress[$0] != nil }.count
                    if try journey.reached(stage, progress) { break }
                    if rest <= 0 { throw journey.lost(at: stage) }
                }
            }
        }
    }
}
