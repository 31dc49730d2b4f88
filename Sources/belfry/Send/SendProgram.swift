// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import EventLoop
import Glibc

/// The program `belfry send`, which has the command line, the output and the exit statuses of notify-send.
///
/// A plain `belfry send` parses the arguments, connects, makes one call, prints and exits, without a task, a thread or
/// ArgumentParser. With `--wait` or `--action` it uses ``SendWait``.
enum SendProgram {
    /// The arguments after `belfry send`, or of a link named `notify-send`; nil if this process runs another command.
    static var arguments: [String]? {
        let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        guard let program = words.first.flatMap({ $0 }) else { return nil }
        if words.count > 1, let verb = words[1], strcmp(verb, "send") == 0 { return texts(words.dropFirst(2)) }
        return String(cString: program).hasSuffix("notify-send") ? texts(words.dropFirst()) : nil
    }

    /// Converts arguments to strings; invalid UTF-8 ends the process with an error, as in notify-send.
    private static func texts(_ words: Slice<UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>>) -> [String] {
        words.compactMap { word in
            guard let word else { return nil }
            guard let text = String(validatingCString: word) else {
                leave(for: Failure(.usage, "Invalid UTF-8 provided: \(String(cString: word))"))
            }
            return text
        }
    }

    /// Sends the notification and ends the process.
    static func run(_ arguments: [String]) -> Never {
        do {
            let options = try SendOptions(arguments)
            if AgentOnOtherBus.address == nil {
                begin(options, on: try Session.connectHere())
            } else {
                Task(executorPreference: EventLoop.main) {
                    do { begin(options, on: try await Session.connect()) } catch { leave(for: error) }
                }
            }
            EventLoop.main.run()
            exit(ExitStatus.failure.rawValue)
        } catch {
            leave(for: error)
        }
    }

    private static func begin(_ options: SendOptions, on connection: Connection) {
        guard options.waits || options.replaced != nil else {
            return EventLoop.main.perform { start(options, on: connection) }
        }
        Task(executorPreference: EventLoop.main) {
            do {
                var options = options
                try await options.findReplaced(by: AgentProxy(on: connection, app: Environment.application))
                guard options.waits else { return start(options, on: connection) }
                exit(try await SendWait(options: options, connection: connection).run().rawValue)
            } catch {
                leave(for: error)
            }
        }
    }

    /// Prints an error and ends the process.
    static func leave(for error: any Error) -> Never {
        let failure = Failure(error)
        if failure.status == .usage {
            // As in notify-send, the message about a wrong command line has no prefix and the exit status is 1.
            Console.writeError(failure.sentence + "\n")
            exit(1)
        }
        Console.say(failure.sentence)
        exit(failure.status.rawValue)
    }

    /// Calls the agent without waiting; the handler of the reply ends the process.
    private static func start(_ options: SendOptions, on connection: Connection) {
        let application = Value.string(Environment.application)
        let method: AgentMethod = hasRows(options) ? .addAll : .add
        let arguments: [Value] =
            hasRows(options)
            ? [
                application, .dictionaries([options.request]),
                .properties(["noQueue": .boolean(options.noQueue), "number": .boolean(options.wantsNumber)]),
            ] : [application, .properties(options.request)]
        let call = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: method.rawValue, arguments: arguments)
        connection.assumeIsolated { connection in
            connection.start(call) { result in
                switch result {
                case .success(let reply): finish(reply, options)
                case .failure(let error): leave(for: error)
                }
            }
        }
    }

    /// Returns true if the method is `AddAll`, whose reply has rows; `Add` has no options `noQueue` and `number`.
    private static func hasRows(_ options: SendOptions) -> Bool { options.noQueue || options.wantsNumber }

    private static func finish(_ reply: Message, _ options: SendOptions) -> Never {
        let outcome = (hasRows(options) ? reply.arguments.first?.array?.first : reply.arguments.last)?.properties ?? [:]
        if let name = outcome["error"]?.string {
            leave(for: BusError(name: name, message: outcome["message"]?.string ?? ""))
        }
        tell(outcome, options)
        exit(ExitStatus.done.rawValue)
    }

    /// Prints the outcome of the request as notify-send does, and the date of a scheduled notification.
    static func tell(_ outcome: [String: Value], _ options: SendOptions, waits: Bool = false) {
        // A caller that waits is told by a note why the notification is delayed.
        if options.isScheduled || waits {
            for note in outcome["notes"]?.strings ?? [] { Console.say(note) }
        }
        if options.isScheduled {
            if let text = outcome["text"]?.string { Console.say("\(options.identifier) is due \(text)") }
        }
        // If the server gave the notification no number, Belfry's identifier is printed, which --replace-id also takes.
        let printed = outcome["number"]?.int.map { String($0) } ?? options.identifier
        if let descriptor = options.identifierDescriptor {
            Console.write(printed + "\n", to: descriptor)
        } else if options.printsIdentifier {
            Console.print(printed)
        }
    }
}

/// The command `belfry send`, for the list of commands and `belfry help send`.
///
/// ``SendProgram`` does the work; it starts before ArgumentParser.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Show a notification at once, as notify-send does.",
        usage: "belfry send [<options of notify-send>] <summary> [<body>]",
        discussion: "Accepts notify-send's command line; -h is --hint. See belfry send --help.")

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() { SendProgram.run(["--help"]) }
}
