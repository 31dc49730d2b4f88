// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
package import EventLoop
import FoundationEssentials
import Glibc

// `belfry desktop` is a notification server with a terminal as its screen. TerminalSession interprets the person's
// keys, NotificationServer stores open notifications, and this actor connects both on their common loop. So a key
// pressed after a notification closed can't act on it.

/// Display of notifications in a terminal, which returns the person's answers.
package actor TerminalDesktop: LoopActor {
    package nonisolated let loop: EventLoop

    let options: TerminalDesktopOptions
    private let surroundings: TerminalSurroundings
    private let inputDescriptor: Int32
    var output: TerminalOutput
    var words: TerminalOutput
    let time: @Sendable () -> String

    var server: NotificationServer?
    var session = TerminalSession()
    var link = TerminalLink()
    var input: TerminalInput?
    private var signals: SignalSource?
    /// Timer that invokes the action of `--press`; nil until a notification with such an action arrives.
    var pressing: TimerSource?
    var ownsName = false
    /// Number of the notification being answered, whose closing is printed as a JSON line only, besides the answer.
    var answering: UInt32?
    private var ending: CheckedContinuation<Int32, Never>?
    var status: Int32?

    /// Pause before the action of `--press` is invoked, so that the notifying program can first read the notification's
    /// number and then listen for `ActionInvoked`.
    static let pressDelay = Duration.milliseconds(100)

    /// Creates the display; ``run()`` starts it.
    ///
    /// Keys are read from `input` if it is a terminal; `time` returns the time of day to print beside a notification.
    package init(
        _ options: TerminalDesktopOptions, on loop: EventLoop, input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO, environment: [String: String],
        time: @escaping @Sendable () -> String = TerminalDesktop.localTime
    ) {
        self.options = options
        self.loop = loop
        self.time = time
        inputDescriptor = input
        surroundings = TerminalSurroundings(environment)
        self.output = TerminalOutput(output, environment: environment)
        words = TerminalOutput(errors, environment: environment)
    }

    /// Returns the current time, such as "14:05", in the zone of the process.
    @Sendable package static func localTime() -> String {
        var (now, parts) = (Glibc.time(nil), tm())
        localtime_r(&now, &parts)
        func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
    }

    /// Serves notifications until the person, a signal, `--once`, another server or cancellation ends it.
    ///
    /// - Returns: The exit status: 0, or 69 if there is no bus or another program is the server.
    package func run() async -> Int32 {
        do {
            let connection = try Connection(to: options.bus, on: loop)
            let status = try await serve(on: connection)
            await connection.flush()
            await connection.close()
            return status
        } catch {
            say("belfry: the session bus cannot be served: \(Self.sentence(error))")
            return EX_UNAVAILABLE
        }
    }

    private func serve(on connection: Connection) async throws -> Int32 {
        guard try await takeName(on: connection) else { return EX_UNAVAILABLE }
        begin()
        let ended: Int32 = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let status { continuation.resume(returning: status) } else { ending = continuation }
            }
        } onCancel: {
            loop.perform { self.assumeIsolated { $0.finish(0) } }
        }
        await settleRelay()
        end()
        if ownsName { try? await server?.leave() }
        return ended
    }

    /// Takes the bus name; if another program has it and `--wait` is not given, says so and returns false.
    private func takeName(on connection: Connection) async throws -> Bool {
        await connection.setDisconnectHandler { [weak self] in
            self?.assumeIsolated { $0.finish(EX_UNAVAILABLE, "Lost the connection to the bus.") }
        }
        var configuration = NotificationServerConfiguration()
        if let version = options.version { configuration.information.version = version }
        configuration.defaultTimeout = options.defaultTimeout
        let server = NotificationServer(on: connection, configuration: configuration, delegate: self)
        self.server = server
        try await server.export()
        var flags: NameFlags = .allowReplacement
        if options.replace { flags.insert(.replaceExisting) }
        if !options.wait { flags.insert(.doNotQueue) }
        switch try await server.takeName(flags) {
        case .primaryOwner, .alreadyOwner: return true
        case .inQueue:
            await tellWaiting(on: connection)
            return true
        case .exists:
            let owner = await ServerDescription.ofOwner(of: configuration.name, on: connection)
            say("belfry: \(owner) shows the notifications here\(options.replace ? " and does not give way" : "").")
            if !options.replace { say("--wait waits for that program's end; --replace takes over if it allows that.") }
            return false
        }
    }

    private func tellWaiting(on connection: Connection) async {
        let owner = try? await connection.owner(of: NotificationServer.interfaceName)
        if options.json {
            var record = DesktopRecord(.waiting)
            record.server = owner ?? nil
            print(record)
        } else {
            let name = await ServerDescription.ofOwner(of: NotificationServer.interfaceName, on: connection)
            say("\(name) shows the notifications here; waiting until it goes.")
        }
    }

    private func begin() {
        signal(SIGPIPE, SIG_IGN)
        signals = try? SignalSource([SIGINT, SIGTERM, SIGHUP, SIGWINCH], on: loop) {
            [weak self] number in self?.assumeIsolated { $0.receive(signal: number) }
        }
        let input = TerminalInput(inputDescriptor, on: loop) { [weak self] bytes in
            self?.assumeIsolated { $0.receive(bytes) }
        }
        self.input = input
        input.begin()
        startRelay(
            RelayPlan(
                options.relay, passthrough: options.passthrough, isTerminal: output.isTerminal && input.isActive,
                isForPeople: !options.json, in: surroundings))
        drawStatus()
    }

    private func end() {
        input.take()?.end(dropsInput: link.relay.expectsReports)
        signals.take()?.cancel()
        pressing.take()?.cancel()
        link.end()
        output.clearStatus()
    }

    func finish(_ status: Int32, _ reason: String? = nil) {
        guard self.status == nil else { return }
        if let reason { say(reason) }
        self.status = status
        link.relay.stop()
        ending.take()?.resume(returning: status)
    }

    private static func sentence(_ error: any Error) -> String { (error as? BusError)?.message ?? "\(error)" }
}

/// Description of the notification server on a bus.
package enum ServerDescription {
    /// Returns a text such as "dunst 1.9.0 (process 4711)", as complete as possible.
    package static func ofOwner(of name: String, on connection: Connection) async -> String {
        let owner: String? = (try? await connection.owner(of: name)) ?? nil
        guard let owner else { return "Another program" }
        var words = await information(of: owner, on: connection) ?? ""
        if let processID = (try? await connection.credentials(of: owner))?.processID {
            if words.isEmpty { words = commandName(of: Int(processID)) ?? "" }
            words += " (process \(processID))"
        }
        return SafeText.line(words.isEmpty ? owner : words)
    }

    private static func information(of owner: String, on connection: Connection) async -> String? {
        let question = Message.methodCall(
            destination: owner, path: NotificationServer.path, interface: NotificationServer.interfaceName,
            member: "GetServerInformation", arguments: [], autoStart: false)
        guard let answer = try? await connection.call(question, timeout: .seconds(1)),
            let name = answer.arguments.first?.string
        else { return nil }
        let version = answer.arguments.count > 2 ? answer.arguments[2].string : nil
        return [name, version ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func commandName(of processID: Int) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/comm")) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
