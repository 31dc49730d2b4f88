// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc

/// Findings of `belfryd --diagnose` about the settings and the store, used if no agent runs.
enum FolderFindings {
    /// Time limit of `belfryd --diagnose` in seconds, enough to check a large store.
    private static let patience: Double = 90

    /// Runs the first belfryd that works and returns its findings, or a finding that there is no such program.
    static func read() -> [Finding] {
        for program in AgentCommand.candidates {
            guard let output = ProgramOutput.read([program, "--diagnose"], seconds: patience) else { continue }
            guard output.status == 0, let answer = try? JSONText.dictionary(output.bytes) else {
                return [
                    Finding(
                        "agent.program", .warning, "\(program) prints no valid diagnosis of the settings and the store",
                        advice: "Install belfry and belfryd of one version.")
                ]
            }
            return Diagnosis(answer).findings
        }
        return [
            Finding(
                "agent.program", .problem,
                "belfryd is not installed; looked for it at \(AgentCommand.candidates.joined(separator: ", "))",
                advice: "Install Belfry with packaging/install or as a package.")
        ]
    }
}

/// The standard output and the exit status of a program that has ended.
struct ProgramOutput {
    let bytes: [UInt8]
    /// Exit status of the program; 128 plus the signal number if a signal killed it.
    let status: Int32

    /// Largest size of the output in bytes; a program with more output is assumed not to be belfryd.
    private static let limit = 1 << 20

    /// Runs a program, by its path or from `PATH`, and reads its standard output; its standard error is discarded.
    ///
    /// - Returns: The output, empty if the program was killed for exceeding a limit; nil if it can't be started.
    static func read(_ words: [String], seconds: Double) -> ProgramOutput? {
        var ends: [Int32] = [0, 0]
        // A socket pair is used as a pipe, because Swift's Glibc module lacks pipe2. In the child only the standard
        // output, a copy of one socket, stays open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[0]) }
        guard let process = start(words, output: ends[1]) else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let deadline = ContinuousClock.now + .seconds(seconds)
        while bytes.count <= limit {
            let rest = ContinuousClock.now.duration(to: deadline)
            var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(max(0, rest / .milliseconds(1))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { break }
            let count = Glibc.read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return ProgramOutput(bytes: bytes, status: end(of: process)) }
            bytes += buffer[..<count]
        }
        kill(process, SIGKILL)
        return ProgramOutput(bytes: [], status: end(of: process))
    }

    /// Starts the program with an empty input, and closes this process's copy of the output's descriptor.
    private static func start(_ words: [String], output: Int32) -> Int32? {
        defer { close(output) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process: Int32 = 0
        guard ForegroundCommand.spawn(&process, words, &actions, nil) == 0 else { return nil }
        return process
    }

    private static func end(of process: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }
}
