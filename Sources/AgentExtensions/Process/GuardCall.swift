// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface

/// The command line of a guard process: the program that it starts, and the limits of that program.
///
/// All users of the machine can read the command line, so it contains no text of a notification.
struct GuardCall: Hashable, Sendable {
    /// The absolute path of the program, followed by its arguments.
    var words: [String]
    /// The path of the extension's own executable, which the guard checks: `words` may begin with bubblewrap.
    var executable: String
    /// The complete environment of the program.
    var environment: [String: String]
    /// The working folder of the program.
    var folder: String
    var limits = ExtensionLimits.standard
    /// Whether set-user-ID programs may gain privileges, as some installations of bubblewrap must.
    var mayGainPrivileges = false

    private static let separator = "--"
    /// The number of the guard's arguments before the environment variables.
    private static let head = 10

    /// The arguments of the guard's belfryd; they name the version, so that a guard of another version refuses them.
    var arguments: [String] {
        [ExtensionGuard.option, AgentVersion.current] + limits.words
            + [mayGainPrivileges ? "1" : "0", folder, executable]
            + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + [Self.separator] + words
    }

    init(
        words: [String], executable: String, environment: [String: String], folder: String,
        limits: ExtensionLimits = .standard, mayGainPrivileges: Bool = false
    ) {
        (self.words, self.executable, self.environment) = (words, executable, environment)
        (self.folder, self.limits, self.mayGainPrivileges) = (folder, limits, mayGainPrivileges)
    }

    /// - Parameter arguments: The arguments of belfryd; the result is nil unless they start a guard of this version.
    init?(_ arguments: [String]) {
        guard arguments.count > Self.head, arguments[0] == ExtensionGuard.option,
            arguments[1] == AgentVersion.current, let limits = ExtensionLimits(arguments[2...6]),
            let end = arguments[Self.head...].firstIndex(of: Self.separator), end + 1 < arguments.count
        else { return nil }
        var environment: [String: String] = [:]
        for variable in arguments[Self.head..<end] {
            guard let equals = variable.firstIndex(of: "=") else { return nil }
            environment[String(variable[..<equals])] = String(variable[variable.index(after: equals)...])
        }
        self.init(
            words: Array(arguments[(end + 1)...]), executable: arguments[9], environment: environment,
            folder: arguments[8], limits: limits, mayGainPrivileges: arguments[7] == "1")
    }
}

/// A message of the guard to the agent, a line of text on their socket.
enum GuardReport: Hashable, Sendable {
    /// The program runs; the value tells whether the guard is in a control group that limits memory and processes.
    case started(hasControlGroup: Bool)
    /// The program could not be started, for this reason (`errno`).
    case failed(Int32)
    /// The program has ended by itself with this status, and none of its processes is left.
    case exited(Int32)
    /// A signal has ended the program, and none of its processes is left.
    case signaled(Int32)

    /// The message as a line, with its line feed.
    var line: String {
        switch self {
        case .started(let hasControlGroup): "started \(hasControlGroup ? 1 : 0)\n"
        case .failed(let number): "failed \(number)\n"
        case .exited(let status): "exited \(status)\n"
        case .signaled(let signal): "signaled \(signal)\n"
        }
    }

    /// - Parameter line: The line without its line feed; the result is nil if the line is no report.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Int32(words[1]) else { return nil }
        switch words[0] {
        case "started": self = .started(hasControlGroup: number != 0)
        case "failed": self = .failed(number)
        case "exited": self = .exited(number)
        case "signaled": self = .signaled(number)
        default: return nil
        }
    }
}
