// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage

/// One of the person's programs, as the agent starts it: what, with what, and how it is ended.
package struct ProgramCall: Codable, Hashable, Sendable {
    /// What a program is given beside the changes.
    package enum Base: String, Codable, Sendable {
        /// The agent's own environment.
        case inherited
        case nothing
    }

    /// The program, by its name on `PATH` or its path, and its arguments.
    var words: [String]
    var base: Base = .inherited
    /// Put over the base; what has no value is taken away.
    var changes: [String: String?] = [:]
    /// Nil is where the agent itself is.
    var folder: String?
    /// What the program, and all that it has started, is sent first when it is to end.
    var signal: Int32 = SIGTERM
    /// How long they then have, in milliseconds, until they are killed.
    var pause: Int = 1000

    package init(
        words: [String], base: Base = .inherited, changes: [String: String?] = [:], folder: String? = nil,
        signal: Int32 = SIGTERM, pause: Int = 1000
    ) {
        self.words = words
        self.base = base
        self.changes = changes
        self.folder = folder
        self.signal = signal
        self.pause = pause
    }

    /// The same, with all of the environment said.
    var complete: ProgramCall {
        var call = self
        var variables = base == .inherited ? ProcessInfo.processInfo.environment : [:]
        for (name, value) in changes { variables[name] = value }
        call.base = .nothing
        call.changes = variables.mapValues(Optional.some)
        return call
    }

    /// How it is started: in a process group of its own, which is ended with it.
    var configuration: Subprocess.Configuration {
        let name = words.first ?? ""
        return Subprocess.Configuration(
            executable: name.contains("/") ? .path(FilePath(name)) : .name(name),
            arguments: Arguments(Array(words.dropFirst())),
            environment: environment,
            workingDirectory: folder.map { FilePath($0) },
            platformOptions: .ownGroup(endedBy: endingSignal, within: .milliseconds(pause)))
    }

    /// How the program is ended, and all that it has started.
    var teardown: [TeardownStep] {
        [.send(signal: endingSignal, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(pause))]
    }

    private var endingSignal: Subprocess.Signal { signal == SIGKILL ? .kill : .terminate }

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
