// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import FoundationEssentials
import Glibc
import Subprocess
package import SystemPackage

/// A program that the agent starts for the person: its command, environment and folder, and how to end it.
package struct ProgramCall: Codable, Hashable, Sendable {
    /// The environment of the program, before ``changes`` are made to it.
    package enum Base: String, Codable, Sendable {
        /// The agent's own environment.
        case inherited
        case nothing
    }

    /// The program, as a name on `PATH` or a path, followed by its arguments.
    var words: [String]
    var base: Base = .inherited
    /// Variables to set; a nil value unsets the variable.
    var changes: [String: String?] = [:]
    /// The program's working folder; nil means the agent's own.
    var folder: String?
    /// The first signal sent to the program and its children to end them.
    var signal: Int32 = SIGTERM
    /// Milliseconds after ``signal`` after which a program that still runs gets SIGKILL.
    var pause: Int = 1000

    package init(
        words: [String], base: Base = .inherited, changes: [String: String?] = [:], folder: String? = nil,
        signal: Int32 = SIGTERM, pause: Int = 1000
    ) {
        (self.words, self.base, self.changes) = (words, base, changes)
        (self.folder, self.signal, self.pause) = (folder, signal, pause)
    }

    /// The same call, whose ``changes`` are the program's whole environment, so that another process can make the call.
    var complete: ProgramCall {
        var call = self
        var variables = base == .inherited ? ProcessInfo.processInfo.environment : [:]
        for (name, value) in changes { variables[name] = value }
        call.base = .nothing
        call.changes = variables.mapValues(Optional.some)
        return call
    }

    /// The configuration with which `Subprocess` starts the program in a process group of its own.
    var configuration: Subprocess.Configuration {
        let name = words.first ?? ""
        return Subprocess.Configuration(
            executable: name.contains("/") ? .path(FilePath(name)) : .name(name),
            arguments: Arguments(Array(words.dropFirst())),
            environment: environment,
            workingDirectory: folder.map { FilePath($0) },
            platformOptions: ownGroup)
    }

    /// The options that give the program its own process group: cancelling the task ends the program and its children.
    private var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = teardown
        return options
    }

    /// The signals that end the program and its children; the last is SIGKILL, after ``pause``.
    var teardown: [TeardownStep] {
        let first: Subprocess.Signal = signal == SIGKILL ? .kill : .terminate
        return [.send(signal: first, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(pause))]
    }

    private var environment: Environment {
        switch base {
        case .inherited:
            return .inherit.updating(
                Dictionary(uniqueKeysWithValues: changes.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
        case .nothing:
            let values = changes.compactMap { name, value in value.map { (Environment.Key(stringLiteral: name), $0) } }
            return .custom(Dictionary(uniqueKeysWithValues: values))
        }
    }
}

/// A failure to start a program through the helper process.
package struct ProgramFailure: LogSafeError, Codable, Hashable, CustomStringConvertible {
    /// Whether the program does not exist.
    var isMissing = false
    /// The system's error number; nil if the system gave no number.
    var number: Int32?
    /// The reason why the helper process can start nothing; nil if the fault is the program's.
    var reason: String?

    package init(isMissing: Bool = false, number: Int32? = nil, reason: String? = nil) {
        (self.isMissing, self.number, self.reason) = (isMissing, number, reason)
    }

    package var code: Errno? { number.map { Errno(rawValue: $0) } }

    package var description: String {
        let kind = reason ?? (isMissing ? "the program was not found" : "the program could not be run")
        return code.map { "\(kind): \($0)" } ?? kind
    }

    package var logSummary: String { description }
}

extension ProgramFailure {
    /// Creates a failure with only the kind and code of an error, because the failure may be sent to another process.
    package init(_ error: any Error) {
        switch error {
        case let error as ProgramFailure: self = error
        case let error as SubprocessError:
            self.init(isMissing: error.code == .executableNotFound, number: error.underlyingError?.rawValue)
        case let error as Errno: self.init(number: error.rawValue)
        default: self.init()
        }
    }
}
