// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Subprocess
package import SystemPackage

extension ProgramCall {
    /// The treatment of the program's output.
    package enum Output: Hashable, Sendable {
        case discarded
        /// Keeps at most this many bytes of standard output; reads all output.
        case kept(Int)
        /// Keeps at most this many bytes of standard output, plus one; a program that writes more is ended.
        case whole(Int)
        /// Keeps at most this many bytes of standard output and standard error together; reads all output.
        case keptWithErrors(Int)

        /// The largest number of bytes of output that is kept; nil if the output is discarded.
        var limit: Int? {
            switch self {
            case .discarded: nil
            case .kept(let limit), .keptWithErrors(let limit): limit
            case .whole(let limit): limit + 1
            }
        }

        /// Whether the program is ended once it has written `limit` bytes.
        var endsAtLimit: Bool { if case .whole = self { true } else { false } }
    }

    /// Runs the program in its own process group until it has ended and its output is closed.
    ///
    /// A sandboxed agent starts the program through the helper process, so that the agent's sandbox doesn't confine
    /// the program. Cancelling the task ends the program and its children.
    ///
    /// The input, by default `/dev/null`, is closed here. `started` is called once the program runs.
    ///
    /// - Throws: ``ProgramFailure`` or `SubprocessError` if it could not be started, `CancellationError`.
    package func run(
        input: FileDescriptor? = nil, output: Output = .discarded,
        started: @escaping @Sendable () async -> Void = {}
    ) async throws -> ProgramResult {
        guard let link = UnsandboxedLink.shared else { return try await runHere(input, output, started) }
        return try await link.run(self, input: input, output: output, started: started)
    }

    /// Runs the program with these files as its input, output and errors, until it has ended; closes the files here.
    ///
    /// As with ``run(input:output:started:)``, the helper process runs it for a sandboxed agent. Cancelling the task
    /// ends the program, unless the helper runs it.
    ///
    /// - Throws: ``ProgramFailure`` or `SubprocessError` if it could not be started, `CancellationError`.
    package func run(
        input: FileDescriptor, output: FileDescriptor, errors: FileDescriptor
    ) async throws -> TerminationStatus {
        if let link = UnsandboxedLink.shared { return try await link.run(self, input, output, errors) }
        return try await Subprocess.run(
            configuration, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
            output: .fileDescriptor(output, closeAfterSpawningProcess: true),
            error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
        ).terminationStatus
    }

    /// Runs the program as a child of this process, inside this process's sandbox if there is one.
    package func runHere(
        _ input: FileDescriptor? = nil, _ output: Output,
        _ started: @escaping @Sendable () async -> Void = {}
    ) async throws -> ProgramResult {
        let input = try input ?? FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)
        guard let limit = output.limit else {
            let result = try await Subprocess.run(
                configuration, input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .discarded,
                error: .discarded
            ) { _ in await started() }
            return ProgramResult(status: result.terminationStatus, output: [])
        }
        if case .keptWithErrors = output { return try await read(input, limit, errors: .combinedWithOutput, started) }
        return try await read(input, limit, isEnded: output.endsAtLimit, errors: .discarded, started)
    }

    /// Runs the program and drains its output: a closed pipe would end the program with SIGPIPE.
    private func read(
        _ input: FileDescriptor, _ limit: Int, isEnded: Bool = false, errors: some ErrorOutputProtocol,
        _ started: @escaping @Sendable () async -> Void
    ) async throws -> ProgramResult {
        let result = try await Subprocess.run(
            configuration, input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .sequence,
            error: errors
        ) { execution in
            await started()
            var kept: [UInt8] = []
            for try await buffer in execution.standardOutput where kept.count < limit {
                buffer.withUnsafeBytes { kept.append(contentsOf: $0.prefix(limit - kept.count)) }
                guard isEnded, kept.count == limit else { continue }
                // Without this, the agent would read a program with endless output until the caller's time limit.
                await execution.teardown(using: teardown)
                break
            }
            return kept
        }
        return ProgramResult(status: result.terminationStatus, output: result.closureResult)
    }
}

/// The exit status of a program, and the kept beginning of its output.
package struct ProgramResult: Hashable, Sendable {
    package let status: TerminationStatus
    /// The kept output; empty if none is kept.
    package let output: [UInt8]
}

/// A time limit on asynchronous work.
package enum TimeLimit {
    /// Returns the result of `work`; cancels it and returns nil once the limit has passed.
    package static func result<Result: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Result?
    ) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
