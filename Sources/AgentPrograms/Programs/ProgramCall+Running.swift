// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import Subprocess
package import SystemPackage

extension ProgramCall {
    /// The part of the program's output that is kept.
    package enum Output: Hashable, Sendable {
        case discarded
        /// Keeps at most this many bytes of standard output; reads the rest and drops it.
        case kept(Int)
        /// Keeps at most this many bytes of standard output; a further byte, kept to show the excess, ends the program.
        case whole(Int)
        /// Keeps at most this many bytes of standard output and standard error together; reads the rest and drops it.
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
    /// This method closes `input`, which is `/dev/null` by default, and calls `started` once the program runs.
    ///
    /// - Throws: ``ProgramFailure`` or `SubprocessError` if it could not be started, `CancellationError`.
    package func run(
        input: FileDescriptor? = nil, output: Output = .discarded,
        started: @escaping @Sendable () async -> Void = {}
    ) async throws -> ProgramResult {
        guard let link = UnsandboxedLink.shared else { return try await runHere(input, output, started) }
        return try await link.run(self, input: input, output: output, started: started)
    }

    /// Runs the program with these files as input, output and errors to its end; closes the files in this process.
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

    /// Runs the program and reads its output to the end: if the pipe were closed, SIGPIPE would end the program.
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
                // The program is ended here, as the agent would read endless output until the caller's time limit.
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
    /// The beginning of the program's output; empty if no output is kept.
    package let output: [UInt8]
}

/// Limits the time of asynchronous work.
package enum TimeLimit {
    /// Returns the result of `work`; when `limit` has passed, cancels `work` and returns nil.
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
