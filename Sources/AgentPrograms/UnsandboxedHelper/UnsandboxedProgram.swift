// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Subprocess
import Synchronization
package import SystemPackage

/// A program that the helper process runs for the agent.
package struct UnsandboxedProgram: Sendable {
    /// The program's task; cancelling it ends the program and its children.
    package let task: Task<Void, Never>
    private let reading: AsyncStream<Never>.Continuation

    /// Starts the program with `files` as input, output and errors, and closes the files; passes each reply to `tell`.
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
                    // `Subprocess.run` lasts until the agent has read all output: until then, cancelling the task also
                    // ends the program's children.
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

    /// Notes that the agent has read all of the program's output.
    package func finish() { reading.finish() }
}
