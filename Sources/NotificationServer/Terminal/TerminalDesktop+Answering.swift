// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension TerminalDesktop {
    func receive(_ bytes: [UInt8]) {
        // An empty array means that the terminal is closed, so nobody can press a key.
        guard !bytes.isEmpty else {
            finish(0)
            input?.end()
            return
        }
        read(bytes)
        drawStatus()
    }

    func press(_ bytes: [UInt8]) {
        for key in link.keys.keys(in: bytes) {
            if let intent = session.press(key) { follow(intent) }
        }
    }

    func receive(signal number: Int32) { if number == SIGWINCH { drawStatus() } else { finish(0) } }

    /// Stops this program, a job of the shell, until the shell continues it.
    func suspend() {
        input?.end(dropsInput: link.relay.expectsReports)
        output.clearStatus()
        kill(getpid(), SIGTSTP)
        drawStatus()
    }

    func follow(_ intent: TerminalSession.Intent) {
        switch intent {
        case .invoke(let key, let id):
            let label = session.open.first { $0.id == id }?.actions.first { $0.key == key }?.label
            answer(id, kind: "action", action: key, told: label ?? key) { $0.invoke(key, on: id) }
        case .reply(let text, let id):
            answer(id, kind: "reply", text: text, told: "\"\(text)\"") { $0.reply(text, to: id) }
        case .dismiss(let id):
            answer(id, kind: "dismiss", told: "dismissed") { $0.close(id, because: .dismissed) }
        case .help: for line in Self.help { tell(line) }
        case .suspend: suspendAfterRelay()
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

    private static let help = [
        "1 2 3 ...     press a button of the chosen notification, at first the newest",
        "Enter         do what a click on the notification does",
        "r             type a reply: Enter sends, Esc does not",
        "d             dismiss the notification",
        "Tab, arrows   choose another notification; so do # and a notification's number",
        "q, Ctrl-C     end",
    ]
}
