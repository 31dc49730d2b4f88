// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import AgentPrograms
import Glibc
import Logging
import NotificationModel
import NotificationStore
import Subprocess
import SystemPackage

/// Starts the commands of requests' keys `on`, each in a process group of its own, with a time limit.
struct CommandRunner: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger

    /// Time limit of each command: half a minute, as documented; tests set another limit by ``AgentFiles/TestHook``.
    var limit = TestHook.commandLimit.value.flatMap { Int($0) }.map { .milliseconds($0) } ?? Duration.seconds(30)
    /// Largest number of bytes of a command's output that go into the event log.
    private static let outputLimit = 4096

    /// Runs a command from the outbox, and deletes it there once it has started.
    ///
    /// A command runs at least once: if the agent crashes before it deletes a started command, the command starts
    /// again. `attempt` is the number of earlier attempts. The result is the pause before the next attempt if resources
    /// were short; nil if the command has started or never will.
    func run(_ item: OutboxItem, attempt: Int, started: @escaping @Sendable () async -> Void = {}) async -> Duration? {
        guard case .command(let command) = item.receiver else { return nil }
        let event = CommandEvent(name: item.event, notification: item.notification, response: item.response)
        let words =
            switch command {
            case .shell(let text): ["/bin/sh", "-c", text]
            case .arguments(let words): words
            }
        guard !words.isEmpty else {
            await acknowledge(item)
            return nil
        }
        var detail: [String: PropertyListValue] = ["event": .string(event.name)]
        var pause: Duration?
        do {
            let result = try await withLimit {
                try await executeWhole(words, event) {
                    await acknowledge(item)
                    await started()
                }
            }
            switch result.status {
            case .exited(let code): detail["status"] = .integer(Int64(code))
            case .signaled(let signal): detail["signal"] = .integer(Int64(signal))
            }
            if !result.output.isEmpty {
                // NULs, which `find -print0` prints, are removed: neither the bus nor an import accepts any.
                detail["output"] = PropertyListValue.string(String(decoding: result.output, as: UTF8.self)).withoutNUL
            }
        } catch {
            // A command that started and then failed is no longer in the store, and is not retried.
            if await isWaiting(item) { pause = CommandRetry.pause(after: error, attempt: attempt) }
            // Without another retry the command is deleted from the store; the event log has its last error.
            if let pause {
                detail["retryAfter"] = .integer(pause.components.seconds)
            } else {
                await acknowledge(item)
            }
            detail["error"] = .string("\(ErrorSummary(error))")
            logger.warning("Could not start a command", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
        let record = EventRecord(
            app: item.app, identifier: item.identifier, kind: .command, date: clock.now, detail: detail)
        try? await store.note(record)
        return pause
    }

    private func isWaiting(_ item: OutboxItem) async -> Bool {
        // If the store can't be read, the command counts as still waiting in the store.
        guard let items = try? await store.outbox(for: .command, app: nil, after: item.id - 1, limit: 1) else {
            return true
        }
        return items.first?.id == item.id
    }

    private func acknowledge(_ item: OutboxItem) async {
        do {
            try await store.acknowledge(item.id, at: clock.now)
        } catch {
            logger.error(
                "Could not store that a command has started", metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    /// Runs the command; leaves out variables for which the kernel has no room, so that the response is not lost.
    private func executeWhole(
        _ words: [String], _ event: CommandEvent, _ started: @escaping @Sendable () async -> Void
    ) async throws -> ProgramResult {
        do {
            return try await execute(words, event, started)
        } catch  where CommandRetry.isTooLong(error) {
            return try await execute(words, event, atMost: VariableLimit.leanBytes, started)
        }
    }

    private func execute(
        _ words: [String], _ event: CommandEvent, atMost limit: Int = VariableLimit.bytes,
        _ started: @escaping @Sendable () async -> Void
    ) async throws -> ProgramResult {
        var variables = VariableLimit.fitting(event.environment, atMost: limit)
        variables["PATH"] = variables["PATH"] ?? ProgramPath.inherited
        for name in ["HOME", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"] {
            variables[name] = variables[name] ?? getenv(name).map { String(cString: $0) }
        }
        let call = ProgramCall(
            words: words, base: .nothing, changes: variables.mapValues(Optional.some), folder: variables["HOME"],
            pause: 2000)
        return try await call.run(
            input: try MemoryFile.make(event.standardInput), output: .keptWithErrors(Self.outputLimit), started: started
        )
    }

    /// Returns the result of `work`; ends the command's whole process group when the command's time limit is over.
    private func withLimit(_ work: @escaping @Sendable () async throws -> ProgramResult) async throws -> ProgramResult {
        try await withThrowingTaskGroup { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw CommandTimeout(limit: limit)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

/// The error for a command of a request's key `on` that was ended at its time limit.
struct CommandTimeout: LogSafeError, CustomStringConvertible {
    let limit: Duration

    var description: String { "ended after \(limit.components.seconds) s" }
    var logSummary: String { description }
}

/// Decides whether a command that could not be started is tried again, and when.
enum CommandRetry {
    /// Temporary errors: no memory, no room for files or processes, or a program file that is being written.
    private static let passing: Set<Errno> = [
        .tooManyOpenFiles, .tooManyOpenFilesInSystem, .resourceTemporarilyUnavailable, .noMemory, .textFileBusy,
    ]
    /// Number of times that a command is tried again, which takes half a minute in all.
    static let limit = 5

    /// Returns the pause before a command is tried again; `attempt` is the number of earlier attempts.
    ///
    /// Returns nil for an error that is not temporary, and after the last retry.
    static func pause(after error: any Error, attempt: Int) -> Duration? {
        guard attempt < limit, let number = number(of: error), passing.contains(number) else { return nil }
        return .seconds(1 << attempt)
    }

    /// Tells whether the kernel had no room for the program's arguments and environment.
    static func isTooLong(_ error: any Error) -> Bool { number(of: error)?.rawValue == E2BIG }

    private static func number(of error: any Error) -> Errno? {
        if let failure = error as? SubprocessError { return failure.underlyingError }
        if let failure = error as? ProgramFailure { return failure.code }
        return error as? Errno
    }
}
