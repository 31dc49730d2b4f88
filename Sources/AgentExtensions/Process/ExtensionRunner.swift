// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
package import AgentMachine
import AgentPrograms
package import AgentRules
package import DBus
package import EventLoop
import ExtensionWire
import FoundationEssentials
import Glibc
package import Logging

/// Runs the executables of extensions, each under a guard process that can kill it and, where possible, in a sandbox.
///
/// The first run, or ``isolation()``, finds out by a trial run what confines extensions on this machine.
package actor ExtensionRunner: LoopActor {
    package nonisolated let loop: EventLoop

    private var policy: ExtensionRules.Sandbox
    private let clock: any WallClock
    private let bus: Connection?
    private let program: String?
    private let limits: ExtensionLimits
    private let logger: Logger
    private var trial: (task: Task<Trial, Never>, began: SuspendingClock.Instant)?

    /// The result of a trial run.
    private struct Trial: Sendable {
        let start: ExtensionStart
        let isolation: ExtensionIsolation
    }

    /// The time after which a trial run that made no sandbox is repeated, because bubblewrap may work by then.
    private static let renewal = Duration.seconds(60)

    /// - Parameters:
    ///   - policy: Whether extensions run in bubblewrap.
    ///   - clock: The clock that limits the time of a run.
    ///   - bus: The bus on which the user's systemd is; nil without one.
    ///   - program: The path of the belfryd that is the guard; nil for this process's own executable.
    ///   - loop: The loop that runs the actor.
    ///   - logger: The log.
    package init(
        policy: ExtensionRules.Sandbox, clock: any WallClock, bus: Connection?, program: String? = nil,
        on loop: EventLoop, logger: Logger
    ) {
        self.init(policy, clock, bus, program, .standard, loop, logger)
    }

    /// Creates a runner with other limits than an agent's, for tests.
    init(
        _ policy: ExtensionRules.Sandbox, _ clock: any WallClock, _ bus: Connection?, _ program: String?,
        _ limits: ExtensionLimits, _ loop: EventLoop, _ logger: Logger
    ) {
        (self.policy, self.clock, self.bus) = (policy, clock, bus)
        (self.program, self.limits, self.loop) = (program, limits, loop)
        self.logger = logger
    }

    /// Sets the person's policy about the sandbox for further runs, after the settings were read again.
    package func set(_ policy: ExtensionRules.Sandbox) {
        guard policy != self.policy else { return }
        self.policy = policy
        trial = nil
    }

    /// Returns the confinement of extensions on this machine; the first call makes a trial run.
    package func isolation() async -> ExtensionIsolation { await tried().isolation }

    /// Runs an extension until it ends; cancelling the task kills the extension.
    ///
    /// When the method returns, all processes of the run have ended, unless the end is ``ExtensionOutcome/End/lost``.
    ///
    /// - Parameters:
    ///   - program: The extension; its `timeLimit` limits the run.
    ///   - first: The line for standard input, with its line feed. Standard input stays open afterwards.
    ///   - warning: The line that tells that the time expires, with its line feed.
    ///   - folders: The folders that the extension may write to. Its working folder is the folder of the attachments.
    ///   - line: Called on the loop with each complete line of standard output, without its line feed, and the time
    ///     since the start. The closure is not called after the time limit or the output limit.
    /// - Returns: The end of the run; a failure to start counts as an end, too.
    package func run(
        _ program: ExtensionProgram, first: [UInt8], warning: [UInt8], folders: ExtensionFolders,
        line: @escaping @Sendable ([UInt8], Duration) -> Void
    ) async -> ExtensionOutcome {
        let trial = await tried()
        // Flatpak makes the sandbox of its applications itself.
        guard program.isFlatpak || trial.isolation.allowsRuns else {
            return .notStarted("config.toml requires a sandbox, but \(trial.isolation.problem ?? "there is none")")
        }
        if let data = folders.data, access(data, F_OK) != 0 {
            do {
                try await offLoop { try PrivateFolder.make(data) }
            } catch {
                return .notStarted("the folder \(data) could not be made: \(ErrorSummary(error))")
            }
        }
        let sandbox = program.isFlatpak ? nil : trial.isolation.bubblewrap.map(ExtensionSandbox.init)
        let call = call(of: program, folders, in: sandbox)
        let outcome = await run(program, call, by: trial.start, clock, first, warning, line).outcome
        return sandbox == nil ? outcome : outcome.outOfBubblewrap
    }

    // MARK: - The process

    private func call(
        of program: ExtensionProgram, _ folders: ExtensionFolders, in sandbox: ExtensionSandbox?
    ) -> GuardCall {
        let words =
            sandbox?.words(for: program.words, usesNetwork: program.usesNetwork, folders: folders)
            ?? (program.isFlatpak ? program.flatpakWords(sharing: folders) : program.words)
        let data = folders.data.map { sandbox == nil ? $0 : ExtensionSandbox.data }
        return GuardCall(
            words: words, executable: program.words.first ?? "",
            environment: ExtensionEnvironment.variables(
                of: program, isSandboxed: sandbox != nil, data: data, own: ProcessInfo.processInfo.environment),
            folder: folders.attachments, limits: limits,
            mayGainPrivileges: sandbox != nil || program.isFlatpak)
    }

    private func run(
        _ program: ExtensionProgram, _ call: GuardCall, by start: ExtensionStart, _ clock: (any WallClock)?,
        _ first: [UInt8], _ warning: [UInt8], _ line: @escaping @Sendable ([UInt8], Duration) -> Void
    ) async -> (outcome: ExtensionOutcome, hasControlGroup: Bool) {
        let process = ExtensionProcess(program, first: first, warning: warning, clock: clock, on: loop, line: line)
        let belfryd = self.program
        return await process.outcome { try await start.start(call, by: belfryd, $0) }
    }

    // MARK: - The trial run

    private func tried() async -> Trial {
        if let trial {
            let result = await trial.task.value
            let age = SuspendingClock.now - trial.began
            guard result.isolation.problem != nil, age > Self.renewal else { return result }
            // Another caller may have begun the next trial while this caller waited.
            if self.trial?.task == trial.task { self.trial = nil }
        }
        if let trial { return await trial.task.value }
        let policy = policy
        // Why: this is a task of its own, because several runs wait for the same trial.
        let task = Task { await examine(policy) }
        trial = (task, .now)
        return await task.value
    }

    private func examine(_ policy: ExtensionRules.Sandbox) async -> Trial {
        let path = policy == .none ? nil : ProgramPath.find("bwrap")
        var (start, hasControlGroup) = (ExtensionStart.child, false)
        var problem = policy == .none || path != nil ? nil : "bubblewrap is not installed"
        for candidate in (bus.map { [ExtensionStart.unit($0)] } ?? []) + [.child] {
            let (outcome, isLimited) = await attempt(candidate, in: path.map(ExtensionSandbox.init))
            (start, hasControlGroup) = (candidate, isLimited)
            if path != nil { problem = outcome.end == .exited(0) ? nil : Self.complaint(outcome) }
            // If there is no systemd, or it doesn't start the guard, the agent itself starts the guard.
            if case .notStarted = outcome.end { continue }
            break
        }
        let bubblewrap = problem == nil ? path : nil
        if let problem {
            logger.warning("Extensions run in no sandbox", metadata: [LogKey.reason: "\(problem)"])
        }
        return Trial(
            start: start,
            isolation: ExtensionIsolation(
                policy: policy, bubblewrap: bubblewrap, hasControlGroup: hasControlGroup, problem: problem))
    }

    /// Runs a program that does nothing, in a sandbox if there is one.
    private func attempt(
        _ start: ExtensionStart, in sandbox: ExtensionSandbox?
    ) async -> (outcome: ExtensionOutcome, hasControlGroup: Bool) {
        let program = ExtensionProgram(
            app: "", kind: .service, words: ["/usr/bin/true"], usesNetwork: false,
            timeLimit: ExtensionProcess.patience)
        let words = sandbox?.words(for: program.words, usesNetwork: false, folders: nil) ?? program.words
        let call = GuardCall(
            words: words, executable: program.words[0], environment: [:], folder: "/", mayGainPrivileges: sandbox != nil
        )
        // No clock is passed, because the agent's clock may be a test's, which stands still.
        return await run(program, call, by: start, nil, [], []) { _, _ in }
    }

    private static func complaint(_ outcome: ExtensionOutcome) -> String {
        if case .notStarted(let reason) = outcome.end { return reason }
        let said = outcome.errors.split(separator: "\n").first.map { ": \($0.prefix(200))" }
        return "bubblewrap makes no sandbox here\(said ?? "")"
    }
}

extension ExtensionOutcome {
    fileprivate static func notStarted(_ reason: String) -> ExtensionOutcome {
        ExtensionOutcome(end: .notStarted(reason), wasWarned: false, errors: "", elapsed: .zero)
    }

    /// The outcome of the program in bubblewrap, which adds 128 to a signal's number, as a shell does.
    fileprivate var outOfBubblewrap: ExtensionOutcome {
        guard case .exited(let status) = end, (129...192).contains(status) else { return self }
        return ExtensionOutcome(end: .signaled(status - 128), wasWarned: wasWarned, errors: errors, elapsed: elapsed)
    }
}

extension ExtensionProgram {
    /// The command with options of `flatpak run` that shut the network and open the folders.
    fileprivate func flatpakWords(sharing folders: ExtensionFolders) -> [String] {
        var options = ["--die-with-parent", "--filesystem=\(folders.attachments)"]
        if let data = folders.data { options.append("--filesystem=\(data)") }
        if !usesNetwork { options.append("--unshare=network") }
        return words[..<2] + options + words[2...]
    }
}
