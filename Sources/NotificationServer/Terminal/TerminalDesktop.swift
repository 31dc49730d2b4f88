// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
package import EventLoop
internal import Glibc

// `belfry desktop`: a notification server whose screen is a terminal. The person's keys go through
// TerminalSession, what is open through NotificationServer, and this actor only carries between the two, on the loop
// that both are on. So a key that is pressed after a notification closed can never act on it.

/// Shows notifications in a terminal and sends back what the person does.
package actor TerminalDesktop {
    package nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let options: TerminalDesktopOptions
    private let inputDescriptor: Int32
    private var output: TerminalOutput
    private var words: TerminalOutput
    private let time: @Sendable () -> String

    private var server: NotificationServer?
    private var connection: Connection?
    private var session = TerminalSession()
    private var keyReader = KeyReader()
    private var input: TerminalInput?
    private var signals: SignalSource?
    /// The answer that `--press` is about to give.
    private var pressing: TimerSource?
    private var hasPressed = false
    private var ownsName = false
    /// What the person just did, so that the closing that follows is not told a second time.
    private var answering: UInt32?
    private var ending: CheckedContinuation<Int32, Never>?
    private var status: Int32?

    /// A hand needs longer; programs that read the number before they listen are ready by then.
    private static let pressDelay = Duration.milliseconds(100)

    /// Nothing begins before ``run()``.
    ///
    /// Keys are read from `input` if it is a terminal; `time` is printed beside a notification.
    package init(
        _ options: TerminalDesktopOptions, on loop: EventLoop, input: Int32 = STDIN_FILENO,
        output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO, environment: [String: String],
        time: @escaping @Sendable () -> String = LocalTime.hoursAndMinutes
    ) {
        self.options = options
        self.loop = loop
        self.time = time
        inputDescriptor = input
        self.output = TerminalOutput(output, environment: environment)
        words = TerminalOutput(errors, environment: environment)
    }

    /// Serves until the person, a signal, `--once` or another server ends it.
    ///
    /// - Returns: The exit status: 0, or 69 if there is no bus or somebody else is the server.
    package func run() async -> Int32 {
        do {
            let connection = try Connection(to: options.bus, on: loop)
            self.connection = connection
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
        let ended: Int32 = await withCheckedContinuation { continuation in
            if let status { continuation.resume(returning: status) } else { ending = continuation }
        }
        end()
        if ownsName { try? await server?.leave() }
        return ended
    }

    /// - Returns: False, and the reason has been said, if somebody else is the server and we do not wait.
    private func takeName(on connection: Connection) async throws -> Bool {
        await connection.setDisconnectHandler { [weak self] in
            self?.assumeIsolated { $0.finish(EX_UNAVAILABLE, "The bus is gone.") }
        }
        var configuration = NotificationServerConfiguration()
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
            if !options.replace { say("--wait waits until it goes; --replace takes over if it allows that.") }
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
        drawStatus()
    }

    private func end() {
        input?.end()
        input = nil
        signals?.cancel()
        signals = nil
        pressing?.cancel()
        pressing = nil
        output.clearStatus()
    }

    private func finish(_ status: Int32, _ reason: String? = nil) {
        guard self.status == nil else { return }
        if let reason { say(reason) }
        self.status = status
        ending?.resume(returning: status)
        ending = nil
    }
}

extension TerminalDesktop: NotificationServerDelegate {
    package nonisolated func show(_ notification: ReceivedNotification, replacing old: ReceivedNotification?) {
        assumeIsolated { $0.draw(notification, replaces: old != nil) }
    }

    package nonisolated func take(_ notification: ReceivedNotification, awayBecause reason: CloseReason) {
        assumeIsolated { $0.drawClosing(of: notification, because: reason) }
    }

    package nonisolated func nameMoved(to owner: String?) {
        assumeIsolated { $0.follow(owner) }
    }

    private func follow(_ owner: String?) {
        guard let connection else { return }
        if owner == connection.uniqueName {
            guard !ownsName else { return }
            ownsName = true
            if options.json {
                print(DesktopRecord(.ready))
            } else {
                say("Notifications are shown here now\(input == nil ? "" : "; ? lists the keys").")
            }
        } else if ownsName {
            ownsName = false
            // As with any server that goes, what was open is neither answered nor dismissed.
            server?.assumeIsolated { $0.forget() }
            session.clear()
            drawStatus()
            guard options.wait else {
                return finish(0, "Another program shows the notifications from now on: \(owner ?? "nobody").")
            }
            say("Another program shows the notifications now; waiting until it goes.")
        }
    }

    private func draw(_ notification: ReceivedNotification, replaces: Bool) {
        session.show(notification)
        if options.json {
            print(DesktopRecord(notification, replaces: replaces))
        } else {
            let card = NotificationCard(notification, time: time(), isChange: replaces, glyphs: output.glyphs)
            output.print(card.lines(width: output.width) + [[]])
        }
        drawStatus()
        pressByItself(notification)
    }

    private func drawClosing(of notification: ReceivedNotification, because reason: CloseReason) {
        session.takeAway(notification.id)
        let isAnswered = answering == notification.id
        if options.json {
            print(DesktopRecord(closed: notification.id, because: reason))
        } else if !isAnswered {
            let why =
                switch reason {
                case .expired: "expired"
                case .dismissed: "dismissed"
                case .closedByCall: "taken back by its program"
                case .undefined: "made room for newer ones"
                }
            tell("#\(notification.id) \(why)")
        }
        drawStatus()
    }

    private func pressByItself(_ notification: ReceivedNotification) {
        guard let press = options.press, !hasPressed else { return }
        guard let action = press.action(of: notification) else {
            let offered = notification.actions.map { SafeText.line($0.label) }.joined(separator: ", ")
            return say("#\(notification.id) does not offer what --press asks for; it offers: \(offered)")
        }
        hasPressed = true
        let id = notification.id
        pressing = TimerSource(after: Self.pressDelay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.follow(.invoke(key: action.key, id: id)) }
        }
    }
}

extension TerminalDesktop {
    private func receive(_ bytes: [UInt8]) {
        // No bytes: the terminal is gone, and with it the person.
        guard !bytes.isEmpty else { return finish(0) }
        for key in keyReader.keys(in: bytes) {
            if let intent = session.press(key) { follow(intent) }
        }
        drawStatus()
    }

    private func receive(signal number: Int32) {
        if number == SIGWINCH { drawStatus() } else { finish(0) }
    }

    /// Stops as a job of the shell does, and goes on when the shell says so.
    private func suspend() {
        input?.end()
        output.clearStatus()
        kill(getpid(), SIGTSTP)
        drawStatus()
    }

    private func follow(_ intent: TerminalSession.Intent) {
        switch intent {
        case .invoke(let key, let id):
            let label = session.open.first { $0.id == id }?.actions.first { $0.key == key }?.label
            answer(id, kind: "action", action: key, told: label ?? key) { $0.invoke(key, on: id) }
        case .reply(let text, let id):
            answer(id, kind: "reply", text: text, told: "\"\(text)\"") { $0.reply(text, to: id) }
        case .dismiss(let id):
            answer(id, kind: "dismiss", told: "dismissed") { $0.close(id, because: .dismissed) }
        case .help: for line in Self.help { tell(line) }
        case .suspend: suspend()
        case .quit: finish(0)
        }
    }

    private func answer(
        _ id: UInt32, kind: String, action: String? = nil, text: String? = nil, told: String,
        send: @Sendable (isolated NotificationServer) -> Bool
    ) {
        guard let server, session.open.contains(where: { $0.id == id }) else { return }
        if options.json {
            var record = DesktopRecord(.answered)
            record.id = id
            record.kind = kind
            record.action = action
            record.text = text
            print(record)
        } else {
            tell("#\(id) \(output.glyphs.arrow) \(SafeText.line(told))")
        }
        answering = id
        _ = server.assumeIsolated { send($0) }
        answering = nil
        if options.once { finish(0) }
    }

    /// A line about a notification; part of what is shown.
    private func tell(_ line: String) {
        guard !options.json else { return say(line) }
        output.print([[StyledText("  " + line, .dim)]])
        drawStatus()
    }

    /// A line about the program itself, for the person and not for a pipe.
    private func say(_ line: String) {
        output.clearStatus()
        words.print([[StyledText(line)]])
        drawStatus()
    }

    private func print(_ record: DesktopRecord) {
        // A record is strings and numbers: encoding it cannot fail.
        guard let line = try? record.json() else { return }
        output.print([[StyledText(line)]])
        drawStatus()
    }

    private func drawStatus() {
        // The keyboard comes back when the shell brings us to the front again.
        if status == nil { input?.begin() }
        if input?.isActive == true, status == nil, ownsName {
            output.setStatus(StatusLine(session, glyphs: output.glyphs).line(width: output.width))
        }
        if !output.isOpen { finish(0) }
    }

    private static let help = [
        "1 2 3 ...     press a button of the chosen notification, at first the newest",
        "Enter         what a click on it does",
        "r             type a reply: Enter sends, Esc does not",
        "d             dismiss it",
        "Tab, arrows   choose another one; # and its number too",
        "q, Ctrl-C     end",
    ]

    private static func sentence(_ error: any Error) -> String {
        (error as? BusError)?.message ?? "\(error)"
    }
}
