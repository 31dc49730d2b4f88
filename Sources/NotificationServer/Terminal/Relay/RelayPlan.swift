// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Value of the option `belfry desktop --relay`.
package enum RelayChoice: String, CaseIterable, Sendable {
    /// Hands notifications on to the terminal over ssh, if the terminal is known to show them.
    case auto
    /// Asks the terminal for its protocol, even if it is on this machine.
    case on
    case osc99, osc777, osc9
    case off
}

/// First step of handing notifications on to the terminal; depends on the options and the environment only.
package enum RelayPlan: Hashable, Sendable {
    /// No notification is handed on. The text tells the person the reason; nil prints nothing.
    case off(String?)
    /// The terminal is asked for its protocol; this protocol is used if the answers name none.
    case ask(otherwise: TerminalProtocol?)
    case use(TerminalProtocol, through: Multiplexer?)

    /// Plans the first step of handing notifications on.
    ///
    /// - Parameters:
    ///   - choice: The person's choice.
    ///   - passthrough: The multiplexer that the person wants to write through.
    ///   - isTerminal: Tells whether standard input and output are a terminal.
    ///   - isForPeople: Tells whether people read the output; `--json` is for programs.
    ///   - surroundings: The facts that the environment tells about the terminal.
    package init(
        _ choice: RelayChoice, passthrough: Multiplexer?, isTerminal: Bool, isForPeople: Bool,
        in surroundings: TerminalSurroundings
    ) {
        self = Self.plan(choice, passthrough, isTerminal: isTerminal, isForPeople: isForPeople, in: surroundings)
    }

    private static func plan(
        _ choice: RelayChoice, _ passthrough: Multiplexer?, isTerminal: Bool, isForPeople: Bool,
        in surroundings: TerminalSurroundings
    ) -> RelayPlan {
        if choice == .off { return .off(nil) }
        let isAsked = choice != .auto || passthrough != nil
        guard isAsked || surroundings.isRemote && isTerminal && isForPeople else { return .off(nil) }
        guard isTerminal else { return .off("Only a terminal can show notifications; there is none here.") }
        let wanted = chosen(choice)
        if let passthrough {
            // The multiplexer would type the terminal's answer into the open pane, so the terminal is not asked.
            guard let form = wanted ?? surroundings.known else {
                return .off(
                    "The terminal outside \(passthrough.rawValue) can't be asked; --relay osc99, osc777 or osc9 says "
                        + "what it understands.")
            }
            return .use(form, through: passthrough)
        }
        if let multiplexer = surroundings.multiplexer { return .off(insideText(multiplexer)) }
        switch choice {
        case .osc777, .osc9: return wanted.map { .use($0, through: nil) } ?? .off(nil)
        case .osc99: return .ask(otherwise: wanted)
        case .auto, .on, .off: return surroundings.isPlain ? .off(unknownText) : .ask(otherwise: surroundings.known)
        }
    }

    private static func chosen(_ choice: RelayChoice) -> TerminalProtocol? {
        switch choice {
        case .osc99: .osc99(.withoutAnswer)
        case .osc777: .osc777
        case .osc9: .osc9
        case .auto, .on, .off: nil
        }
    }

    /// Returns the text for a person who runs this program inside a multiplexer.
    static func insideText(_ multiplexer: String) -> String {
        let names = Multiplexer.allCases.map(\.rawValue).filter { multiplexer.contains($0) }
        let hint = names.isEmpty ? "" : " --passthrough \(names.joined(separator: " or ")) does that."
        return "Inside \(multiplexer), notifications are not handed on to the terminal outside.\(hint)"
    }

    /// Text for a person whose terminal can't show notifications.
    static let unknownText =
        "This terminal is not known to show notifications on its desktop; they are shown here only. "
        + "--relay osc99, osc777 or osc9 tries to show them on its desktop."
}
