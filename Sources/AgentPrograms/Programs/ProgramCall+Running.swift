// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess
package import SystemPackage

extension ProgramCall {
    /// What becomes of what the program says.
    package enum Output: Hashable, Sendable {
        case discarded
        /// So many bytes of its standard output are kept; all is read.
        case kept(Int)
        /// Its standard output, of at most so many bytes: a program that says more is ended, and one byte more is kept.
        case whole(Int)
        /// The same of its standard output and its standard error together.
        case keptWithErrors(Int)

        /// How many bytes are kept; nil for none at all.
        var limit: Int? {
            switch self {
            case .discarded: nil
            case .kept(let limit), .keptWithErrors(let limit): limit
            case .whole(let limit): limit + 1
            }
        }

        /// Whether a program that says as much as is kept is ended.
        var endsAtLimit: Bool { if case .whole = self { true } else { false } }
    }

    /// Starts the program, in a process group of its own, and waits for its end and for that of its output.
    ///
    /// From an agent that its unit confines it is started outside, where nothing that the unit forbids is forbidden to it.
    /// A cancelled task ends it and all that it has started.
    ///
    /// - Parameters:
    ///   - input: What it reads; closed here. Nil is nothing.
    ///   - output: What is kept of what it says.
    ///   - started: Called once it has been started.
    /// - Returns: How it ended, and what was kept.
    /// - Throws: ``ProgramFailure`` or `SubprocessError` where it could not be started, `CancellationError`.
    package func run(
        input: FileDescriptor? = nil, output: Output = .discarded,
        started: @escaping @Sendable () async -> Void = {}
    ) async throws -> ProgramResult {
        guard let link = UnsandboxedLink.shared else { return try await runHere(input, output, started) }
        return try await link.run(self, input: input, output: output, started: started)
    }

    /// The same as this process's own child, whatever confines it.
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
        if case .keptWithErrors = output {
            return try await read(input, limit, errors: .combinedWithOutput, started)
        }
        return try await read(input, limit, isEnded: output.endsAtLimit, errors: .discarded, started)
    }

    /// Runs it and reads its output to the end: who writes into a closed pipe is ended by a signal, and that would be no
    /// answer.
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
                // Without this, one that writes without end is read for as long as its caller has patience.
                await execution.teardown(using: teardown)
                break
            }
            return kept
        }
        return ProgramResult(status: result.terminationStatus, output: result.closureResult)
    }
}
