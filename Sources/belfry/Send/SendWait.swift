// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import NotificationModel

/// `belfry send` with `--wait` or `--action`, which waits until the notification is closed, as notify-send does.
struct SendWait: Sendable {
    let options: SendOptions
    let connection: Connection

    /// Adds the request, waits for the answer, prints it, and returns the exit status.
    func run() async throws -> ExitStatus {
        let session = Session(connection: connection, application: Environment.application)
        let instance = Request.newInstance()
        var request = options.request
        request["instance"] = .string(instance)
        // The waiter gets the time limit before the request is added: the event `shown` may arrive with the reply.
        let limit = options.expiry > 0 ? Double(options.expiry) / 1000 : nil
        let waiter = AnswerWaiter(session, for: options.identifier, instance: instance, onceShown: limit)
        try await waiter.attach()
        let outcome = try await session.agent.add(request, noQueue: options.noQueue, number: options.wantsNumber)
        SendProgram.tell(outcome, options, waits: true)
        if request["actions"] != nil, outcome["degraded"]?.strings?.contains("actions") == true {
            Console.writeError(
                "Actions are not supported by this notifications server. Displaying non-interactively.\n")
            return .no
        }
        switch await waiter.wait(limit: nil) {
        case .response(let response):
            report(response)
        case .ended: break
        case .timedOut:
            Console.writeError("Wait timeout expired\n")
        case .signal(let number):
            Console.writeError("Wait cancelled, closing notification\n")
            await session.withdraw(options.identifier)
            // As in notify-send, SIGINT ends the command with success.
            return number == SIGINT ? .done : number == SIGTERM ? .terminated : .interrupted
        case .agentLost(let sentence):
            throw Failure(.unavailable, sentence)
        }
        await session.settle()
        return .done
    }

    /// Prints the name of the chosen action; nothing is printed for a dismissal or an expiry.
    private func report(_ response: [String: Value]) {
        let name: String? =
            switch response["kind"]?.string {
            case "action": response["actionIdentifier"]?.string
            case "default" where options.namesDefault: "default"
            default: nil
            }
        if let name {
            if let descriptor = options.actionDescriptor {
                Console.write(name + "\n", to: descriptor)
            } else {
                Console.print(name)
            }
        }
        if let descriptor = options.tokenDescriptor, let token = response["activationToken"]?.string {
            Console.write(token + "\n", to: descriptor)
        }
    }
}
