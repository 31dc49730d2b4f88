// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A terminal sends its reports on the same input as the key presses, and any read may end inside a report. The digits
// of a report that is taken for keys would press buttons. So a sequence that has begun is never handed to the keys in
// part. Only a single escape byte is handed to the keys after a pause, because it is also the Escape key; the next byte
// tells whether the escape byte began a report after all.

/// Parser that separates a terminal's reports from key presses.
///
/// The parser holds at most ``limit`` bytes of an incomplete sequence, and accepts any input.
package struct TerminalReports: Sendable {
    /// A part of the terminal's input.
    package enum Piece: Hashable, Sendable {
        /// Bytes for ``KeyReader``, without an incomplete escape sequence.
        case keys([UInt8])
        case report(TerminalReport)
    }

    /// State of the parser, by the input read so far.
    private enum State {
        case text
        case escape
        /// The escape byte was passed on as a key.
        case passedEscape
        /// The parser has read `ESC [` (`control`) or `ESC O` (`shift`).
        case control, shift
        /// The parser has read `ESC ]` (`command`) or `ESC P` (`device`).
        case command, device
        /// The parser has read an escape byte in the string of a command or of a device.
        case commandEscape, deviceEscape
        /// The parser drops the rest of a string whose start was dropped, or has read an escape byte in this rest.
        case skipping, skippingEscape
    }

    /// Largest report in bytes; a longer one is skipped.
    package static let limit = 4096
    /// Pause after which a single escape byte is the Escape key.
    package static let escapePause = Duration.milliseconds(100)
    /// Pause in the input after which the beginning of an unfinished escape sequence is dropped.
    package static let sequencePause = Duration.seconds(2)
    /// Pause in the input after which the rest of a dropped control string is no longer awaited.
    package static let restPause = Duration.seconds(10)

    private var state = State.text
    /// The bytes of the escape sequence that has begun, without its first two bytes.
    private var held: [UInt8] = []
    private var keys: [UInt8] = []
    private var pieces: [Piece] = []

    package init() {}

    /// The pause after which ``giveUp()`` is due; nil if no sequence has begun.
    package var pause: Duration? {
        switch state {
        case .text, .passedEscape: nil
        case .escape: Self.escapePause
        case .control, .shift, .command, .device, .commandEscape, .deviceEscape: Self.sequencePause
        case .skipping, .skippingEscape: Self.restPause
        }
    }

    /// Returns the parts of the input that are complete with these bytes and the earlier bytes.
    package mutating func read(_ bytes: [UInt8]) -> [Piece] {
        for byte in bytes { read(byte) }
        endKeys()
        defer { pieces = [] }
        return pieces
    }

    /// Ends the unfinished escape sequence, because no more bytes came: an escape byte is a key, all else is dropped.
    ///
    /// The rest of a control string is dropped if it comes before ``restPause`` is over: its digits would be keys.
    package mutating func giveUp() -> [Piece] {
        let isKey = state == .escape
        held = []
        state =
            switch state {
            case .escape: .passedEscape
            case .command, .device: .skipping
            case .commandEscape, .deviceEscape: .skippingEscape
            default: .text
            }
        return isKey ? [.keys([0x1B])] : []
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .text: readText(byte)
        case .escape, .passedEscape: readAfterEscape(byte)
        case .control: readControl(byte)
        case .shift:
            keys += [0x1B, 0x4F, byte]
            state = .text
        case .command, .device: readString(byte)
        case .commandEscape, .deviceEscape:
            // ESC \ ends a string; any other escape sequence breaks the string off.
            let isDevice = state == .deviceEscape
            state = .escape
            if byte == 0x5C { endString(isDevice: isDevice) } else { readAfterEscape(byte) }
        case .skipping: skip(byte)
        case .skippingEscape:
            state = byte == 0x5C ? .text : .passedEscape
            if byte != 0x5C { readAfterEscape(byte) }
        }
    }

    /// Drops a byte of a control string whose start was dropped; the string ends as in ``readString(_:)``.
    private mutating func skip(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .skippingEscape
        case 0x07: state = .text
        case 0x00..<0x20:
            state = .text
            keys.append(byte)
        default: break
        }
    }

    private mutating func readText(_ byte: UInt8) {
        if byte == 0x1B { begin(.escape) } else { keys.append(byte) }
    }

    private mutating func readAfterEscape(_ byte: UInt8) {
        let wasPassed = state == .passedEscape
        switch byte {
        case 0x5B: begin(.control)
        case 0x4F where !wasPassed: begin(.shift)
        case 0x5D: begin(.command)
        case 0x50: begin(.device)
        case 0x1B:
            if !wasPassed { keys.append(0x1B) }
            begin(.escape)
        default:
            keys += wasPassed ? [byte] : [0x1B, byte]
            state = .text
        }
    }

    private mutating func readControl(_ byte: UInt8) {
        switch byte {
        case 0x1B: begin(.escape)
        case 0x20...0x3F: hold(byte)
        case 0x40...0x7E:
            state = .text
            if byte == 0x63, held.first == 0x3F {
                append(.attributes)
            } else if held.count < Self.limit {
                keys += [0x1B, 0x5B] + held + [byte]
            }
            held = []
        default:
            state = .text
            held = []
            readText(byte)
        }
    }

    private mutating func readString(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = state == .device ? .deviceEscape : .commandEscape
        case 0x07: endString(isDevice: state == .device)
        case 0x00..<0x20:
            // No report contains any other control character, so the person has typed the start of this sequence.
            state = .text
            held = []
            keys.append(byte)
        default: hold(byte)
        }
    }

    private mutating func endString(isDevice: Bool) {
        state = .text
        defer { held = [] }
        guard held.count < Self.limit, let text = String(validating: held, as: UTF8.self) else { return }
        if let report = isDevice ? TerminalReport(device: text) : TerminalReport(command: text) { append(report) }
    }

    private mutating func begin(_ state: State) {
        self.state = state
        held = []
    }

    private mutating func hold(_ byte: UInt8) { if held.count < Self.limit { held.append(byte) } }

    private mutating func append(_ report: TerminalReport) {
        endKeys()
        pieces.append(.report(report))
    }

    private mutating func endKeys() {
        if !keys.isEmpty { pieces.append(.keys(keys)) }
        keys = []
    }
}
