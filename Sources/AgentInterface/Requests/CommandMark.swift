// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Triggers

/// The keys of a call's options that tell the command and terminal of the call, for `Undo` to take the command back.
package struct CommandMark: Hashable, Sendable {
    /// The largest length of ``terminal`` and of ``command``, in bytes of UTF-8.
    package static let nameLimit = 200

    /// The terminal session, by a name that no other session has or had; empty if the call can't be taken back.
    package var terminal = ""
    /// A name that no other command of the terminal has. `Undo` takes back all calls with this name together.
    package var command = ""

    package init(terminal: String = "", command: String = "") { (self.terminal, self.command) = (terminal, command) }

    /// Checks the names of the terminal and of the command.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` for a name over its limit, or for one name without the other.
    package func checked() throws(Refusal) -> CommandMark {
        try Self.check(terminal, "terminal")
        try Self.check(command, "command")
        guard terminal.isEmpty == command.isEmpty else {
            throw Refusal.invalidRequest("terminal and command belong together; one of them is missing")
        }
        return self
    }

    /// Checks the length of the name of a command or a terminal.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` for a name over its limit.
    package static func check(_ name: String, _ key: String) throws(Refusal) {
        guard name.utf8.count > nameLimit else { return }
        throw Refusal.invalidRequest("\(key) has \(name.utf8.count) bytes; the limit is \(nameLimit)")
    }
}

extension CommandMark: KeyCoded {
    package static let blank = CommandMark()
    package static let codedKeys: CodedKeys<CommandMark> = [
        .value("terminal", \.terminal), .value("command", \.command),
    ]
}

/// The options of `RemovePendingWithOptions` and `RemoveDeliveredWithOptions`.
package struct RemoveOptions: Hashable, KeyCoded {
    /// Removes all the requests in the application's list; the call must name no identifiers.
    package var all = false
    /// The command that makes the call, so that `Undo` can take the call back.
    package var mark = CommandMark()

    package static let blank = RemoveOptions()
    package static let codedKeys: CodedKeys<RemoveOptions> = [.value("all", \.all), .part(\.mark)]

    /// Returns the identifiers to remove; nil means all requests.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` if ``all`` is true and there are identifiers.
    package func chosen(_ identifiers: [String]) throws(Refusal) -> [String]? {
        guard all else { return identifiers }
        guard identifiers.isEmpty else {
            throw Refusal.invalidRequest("\"all\" is true, so give none of the \(identifiers.count) identifiers")
        }
        return nil
    }
}

/// The options of `Undo`.
package struct UndoOptions: Hashable, KeyCoded {
    /// Reports what the call would take back, and changes nothing.
    package var isTrial = false

    package static let blank = UndoOptions()
    package static let codedKeys: CodedKeys<UndoOptions> = [.value("dryRun", \.isTrial)]
}
