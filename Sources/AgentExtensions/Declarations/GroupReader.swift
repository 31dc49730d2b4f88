// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import ExtensionWire
import NotificationModel

/// Reads the keys of a group that declares an extension, and notes a problem for each value that can't be used.
struct GroupReader {
    private enum Key: String, CaseIterable {
        case exec = "Exec"
        case network = "X-Network"
        case timeout = "X-Timeout"
        case categories = "X-Categories"
    }

    private let file: DesktopKeyFile
    private let group: ExtensionGroup
    private(set) var problems: [ExtensionProblem] = []

    init(_ file: DesktopKeyFile, _ group: ExtensionGroup) {
        (self.file, self.group) = (file, group)
        let known = Key.allCases.filter { $0 != .categories || group.kind == .content }.map(\.rawValue)
        for key in file.keys(of: group.title) where !known.contains(key) {
            note(key, "is not a known key; known are \(known.joined(separator: ", "))")
        }
        if group.name.utf8.count > Limits.identifierBytes {
            problems.append(
                ExtensionProblem(
                    "", nil, "has a name of \(group.name.utf8.count) bytes; the limit is \(Limits.identifierBytes)",
                    isFatal: true))
        }
    }

    /// Returns the program's path and arguments; nil with a problem if the program can't be started or trusted.
    mutating func words() -> [String]? {
        guard file.raw(Key.exec.rawValue, of: group.title) != nil else {
            problems.append(ExtensionProblem(Key.exec.rawValue, nil, "is missing", isFatal: true))
            return nil
        }
        guard let text = file.string(Key.exec.rawValue, of: group.title) else {
            return refuseProgram("has an escape that desktop files don't know")
        }
        do {
            let words = try ExecLine(text).words
            let path = try Self.path(of: words[0])
            _ = try TrustedProgram.check(path)
            guard !Self.asksShell(words) else {
                return refuseProgram("starts a shell that reads a command; name a program or a script instead")
            }
            return [path] + words.dropFirst()
        } catch let problem as ExecLine.Problem {
            return refuseProgram(problem.text)
        } catch {
            return refuseProgram("names a program that \((error as? TrustedProgram.Problem)?.text ?? "can't be read")")
        }
    }

    /// Returns the absolute path of a program, which is searched for in the agent's `PATH`.
    private static func path(of name: String) throws(TrustedProgram.Problem) -> String {
        let slash = UInt8(ascii: "/")
        guard name.utf8.first != slash else { return name }
        guard !name.utf8.contains(slash) else {
            throw TrustedProgram.Problem(text: "is neither a name nor an absolute path")
        }
        guard let path = ProgramPath.find(name), path.hasPrefix("/") else {
            throw TrustedProgram.Problem(text: "is in no folder of PATH (\(ProgramPath.inherited))")
        }
        return path
    }

    /// Returns whether the words start a shell with a command as an argument, such as `sh -c '...'`.
    private static func asksShell(_ words: [String]) -> Bool {
        let shells = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "busybox"]
        // `env` starts the program named by its first argument that is neither an option nor a variable.
        let isEnvironment = words[0].split(separator: "/").last == "env"
        let rest = isEnvironment ? words.dropFirst().drop { $0.hasPrefix("-") || $0.contains("=") } : words[...]
        guard let program = rest.first?.split(separator: "/").last.map(String.init), shells.contains(program) else {
            return false
        }
        return rest.dropFirst().prefix { $0.hasPrefix("-") || $0 == "sh" }.contains {
            !$0.hasPrefix("--") && $0.hasPrefix("-") && $0.contains("c")
        }
    }

    /// Returns whether the extension may use the network.
    mutating func usesNetwork() -> Bool {
        switch value(.network) {
        case nil, "false"?: return false
        case "true"?: return true
        case let value?:
            note(Key.network.rawValue, "must be true or false; it counts as false", value)
            return false
        }
    }

    /// Returns the time limit of the extension's runs: a declaration can only lower Belfry's own limit.
    mutating func timeLimit() -> Duration {
        let longest = Int(group.kind.longestTime / .seconds(1))
        guard let value = value(.timeout) else { return group.kind.longestTime }
        guard let seconds = Int(value), (1...longest).contains(seconds) else {
            note(
                Key.timeout.rawValue, "must be a whole number of seconds from 1 to \(longest); it counts as \(longest)")
            return group.kind.longestTime
        }
        return .seconds(seconds)
    }

    /// Returns the categories whose notifications a content extension draws.
    mutating func categories() -> [String] {
        let name = Key.categories.rawValue
        guard file.raw(name, of: group.title) != nil else {
            problems.append(ExtensionProblem(name, nil, "is missing", isFatal: true))
            return []
        }
        guard let list = file.list(name, of: group.title), !list.isEmpty else {
            note(name, "must be a list of categories, with a semicolon behind each", isFatal: true)
            return []
        }
        return list.filter { category in
            let isGood = (1...Limits.identifierBytes).contains(category.utf8.count)
            if !isGood { note(name, "must have names of 1 to \(Limits.identifierBytes) bytes", category) }
            return isGood
        }
    }

    private func value(_ key: Key) -> String? { file.string(key.rawValue, of: group.title) }

    private mutating func refuseProgram(_ reason: String) -> [String]? {
        note(Key.exec.rawValue, reason, isFatal: true)
        return nil
    }

    private mutating func note(_ key: String, _ reason: String, _ value: String? = nil, isFatal: Bool = false) {
        let value = value ?? file.raw(key, of: group.title) ?? ""
        problems.append(ExtensionProblem(key, value, reason, isFatal: isFatal))
    }
}
