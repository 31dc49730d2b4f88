// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import EventLoop
import FoundationEssentials
import Synchronization

/// A terminal that shows notifications, written from
/// [kitty's protocol](https://sw.kovidgoyal.net/kitty/desktop-notifications/).
///
/// It answers questions as its script says, and keeps the notifications that it is sent.
package final class ScriptedTerminal: Sendable {
    /// Answers to the questions; nil for a question that the terminal doesn't know.
    package struct Script: Sendable {
        /// The payload of the answer to `p=?`.
        package var support: String?
        package var name: String?
        package var attributes: String? = "?62;22c"

        package init(support: String? = nil, name: String? = nil) {
            self.support = support
            self.name = name
        }

        /// A terminal that has everything.
        package static let able = Script(
            support: "a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,alive,icon,buttons:c=1"
                + ":w=1:s=system,silent")
    }

    /// A notification as the terminal shows it.
    package struct Shown: Hashable, Sendable {
        package var identifier = ""
        /// Number of the protocol: 9, 99 or 777.
        package var form = 99
        package var title = ""
        package var body = ""
        package var buttons: [String] = []
        /// The properties of OSC 99, as sent.
        package var keys: [String: String] = [:]
        package var replaces = false
    }

    private struct State {
        var unread: [UInt8] = []
        var output: [UInt8] = []
        var open: [String: Shown] = [:]
        var incomplete: [String: Shown] = [:]
    }

    /// Notifications in the order in which they are shown.
    package let shown = Mailbox<Shown>()
    /// Identifiers that the program takes back.
    package let takenBack = Mailbox<String>()
    private let script: Script
    private let state = Mutex(State())
    private let screen = Mutex<PseudoTerminal?>(nil)

    package init(_ script: Script, columns: UInt16 = 80, on loop: EventLoop) throws {
        self.script = script
        let terminal = try PseudoTerminal(columns: columns, on: loop) { [weak self] in self?.read($0) }
        screen.withLock { $0 = terminal }
    }

    /// The file of the terminal, for a program's input and output.
    package var device: Int32 { screen.withLock { $0?.device } ?? -1 }

    /// Everything that was written, with escape bytes as `^`.
    package var output: String {
        state.withLock { String(decoding: $0.output, as: UTF8.self) }.replacing("\u{1B}", with: "^")
    }

    /// Tells whether the kernel edits and echoes lines, as in a shell.
    package var isOrdinary: Bool { screen.withLock { $0?.isOrdinary } ?? false }

    /// Bytes that were typed and that nobody has read.
    package var unread: [UInt8] { screen.withLock { $0?.unread } ?? [] }

    package func type(_ text: String) { screen.withLock { $0?.type(text) } }

    package func end() { screen.withLock { $0.take()?.end() } }

    /// Waits until the output contains this text.
    package func waits(for text: String, seconds: Double = 20) async throws {
        try await withDeadline(seconds: seconds) {
            while !self.output.contains(text) { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    /// Presses a button, from 1, or the notification itself; the terminal then takes the notification away.
    package func press(_ notification: Shown, button: Int? = nil) {
        if notification.keys["a"]?.contains("report") == true {
            type("\u{1B}]99;i=\(notification.identifier);\(button.map(String.init) ?? "")\u{1B}\\")
        }
        close(notification)
    }

    /// Closes a notification, as the person does.
    package func close(_ notification: Shown) {
        let isOpen = state.withLock { $0.open.removeValue(forKey: notification.identifier) } != nil
        if isOpen, notification.keys["c"] == "1" { type("\u{1B}]99;i=\(notification.identifier):p=close;\u{1B}\\") }
    }
}

extension ScriptedTerminal {
    private func read(_ bytes: [UInt8]) {
        let sequences = state.withLock { state in
            state.output += bytes
            state.unread += bytes
            return Self.sequences(in: &state.unread)
        }
        for sequence in sequences { answer(sequence) }
    }

    /// Removes the complete sequences; what begins one stays.
    private static func sequences(in bytes: inout [UInt8]) -> [String] {
        var found: [String] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: 0x1B) {
            rest = rest[start...]
            guard let end = end(ofSequence: rest) else { break }
            found.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        }
        bytes = rest.first == 0x1B ? Array(rest) : []
        return found
    }

    /// Returns the index after a sequence; nil for an incomplete one.
    private static func end(ofSequence bytes: ArraySlice<UInt8>) -> Int? {
        let rest = bytes.dropFirst()
        switch rest.first {
        case 0x5D, 0x50:
            // A wrapped sequence ends inside, at its doubled escape byte; this terminal doesn't unwrap it.
            let bell = rest.firstIndex(of: 0x07).map { $0 + 1 }
            let string = zip(rest.indices, rest.indices.dropFirst())
                .first { rest[$0.0] == 0x1B && rest[$0.1] == 0x5C }?.1
            return [bell, string.map { $0 + 1 }].compactMap { $0 }.min()
        case 0x5B: return rest.dropFirst().firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
        case nil: return nil
        default: return rest.firstIndex { (0x30...0x7E).contains($0) }.map { $0 + 1 }
        }
    }

    private func answer(_ sequence: String) {
        switch sequence {
        case "\u{1B}[c": if let attributes = script.attributes { type("\u{1B}[\(attributes)") }
        case "\u{1B}[>0q": if let name = script.name { type("\u{1B}P>|\(name)\u{1B}\\") }
        case _ where sequence.hasPrefix("\u{1B}]"):
            let parts = sequence.dropFirst(2).dropLast(sequence.hasSuffix("\u{07}") ? 1 : 2)
                .split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            switch parts.first {
            case "99" where parts.count == 3: readKitty(parts[1], parts[2])
            case "777" where parts.count == 3 && parts[1] == "notify":
                let texts = parts[2].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
                shown.put(Shown(form: 777, title: texts[0], body: texts.dropFirst().joined(separator: ";")))
            case "9": shown.put(Shown(form: 9, title: parts.dropFirst().joined(separator: ";")))
            default: break
            }
        default: break
        }
    }

    /// Reads a part of OSC 99.
    private func readKitty(_ metadata: String, _ payload: String) {
        var keys: [String: String] = [:]
        for pair in metadata.split(separator: ":") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { keys[parts[0]] = parts[1] }
        }
        let identifier = keys["i"] ?? "0"
        guard script.support != nil else { return }
        switch keys["p"] ?? "title" {
        case "?": type("\u{1B}]99;i=\(identifier):p=?;\(script.support ?? "")\u{1B}\\")
        case "close":
            takenBack.put(identifier)
            if let notification = state.withLock({ $0.open[identifier] }) { close(notification) }
        case let kind:
            let data = keys["e"] == "1" ? Data(base64Encoded: payload) ?? Data() : Data(payload.utf8)
            add(String(decoding: data, as: UTF8.self), kind, keys, to: identifier)
        }
    }

    private func add(_ text: String, _ kind: String, _ keys: [String: String], to identifier: String) {
        let complete: Shown? = state.withLock { state in
            var notification = state.incomplete.removeValue(forKey: identifier) ?? Shown(identifier: identifier)
            switch kind {
            case "title": notification.title += text
            case "body": notification.body += text
            case "buttons": notification.buttons += text.split(separator: "\u{2028}").map(String.init)
            default: break
            }
            for (key, value) in keys where !["i", "e", "d", "p"].contains(key) { notification.keys[key] = value }
            guard keys["d"] != "0" else {
                state.incomplete[identifier] = notification
                return nil
            }
            notification.replaces = state.open.updateValue(notification, forKey: identifier) != nil
            return notification
        }
        if let complete { shown.put(complete) }
    }
}
