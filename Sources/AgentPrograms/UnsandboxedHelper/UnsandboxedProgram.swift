// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess
import Synchronization
package import SystemPackage

/// A program that was started outside for the agent.
package struct UnsandboxedProgram: Sendable {
    /// Cancelled to end the program, and all that it has started.
    package let task: Task<Void, Never>
    private let reading: AsyncStream<Never>.Continuation

    /// Starts it with these files as its input, output and errors, which are closed then.
    ///
    /// - Parameters:
    ///   - call: What is started.
    ///   - files: The three of them.
    ///   - tell: Called with what becomes of it, in order.
    package init(
        _ call: ProgramCall, _ files: [FileDescriptor], _ tell: @escaping @Sendable (UnsandboxedAnswer) async -> Void
    ) {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        reading = continuation
        task = Task {
            do {
                let result = try await Subprocess.run(
                    call.configuration,
                    input: .fileDescriptor(files[0], closeAfterSpawningProcess: true),
                    output: .fileDescriptor(files[1], closeAfterSpawningProcess: true),
                    error: .fileDescriptor(files[2], closeAfterSpawningProcess: true)
                ) { _ in
                    await tell(.started)
                    // As long as something is said a time limit ends all that the program has left running.
                    for await _ in stream {}
                }
                switch result.terminationStatus {
                case .exited(let code): await tell(.exited(code))
                case .signaled(let signal): await tell(.signaled(signal))
                }
            } catch {
                await tell(.failed(ProgramFailure(error)))
            }
        }
    }

    /// All that the program says was read.
    package func finish() { reading.finish() }
}
