// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// Runs `belfry-push send` for one message. The command `belfry` itself has no network.
struct PingSender {
    let subscription: String
    let payload: String
    let options: [String]

    /// The result of sending the message, as in a line of `belfry-push send --json`.
    struct Result {
        /// `accepted`, `later`, `gone`, `refused`; `missing` if `belfry-push` can't run, `failed` without a result.
        var name: String
        /// HTTP status of the push server's response; nil without a response.
        var status: Int?
        var message = ""
    }

    private struct Line: Decodable {
        let result: String
        let status: Int?
        let message: String?
    }

    /// Runs `belfry-push` until it ends.
    ///
    /// - Throws: ``Failure`` if no pipe can be made.
    func send() throws -> Result {
        // The subscription is a secret, so it is not written to a file or to the command line.
        let (input, secret, output) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The subscription and the payload each fit into a pipe, so they are written before the program reads them.
        input.fill(with: subscription)
        secret.fill(with: payload)
        posix_spawn_file_actions_adddup2(&actions, input.reader, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writer, STDERR_FILENO)
        // A descriptor that is duplicated to itself loses its close-on-exec flag.
        posix_spawn_file_actions_adddup2(&actions, secret.reader, secret.reader)
        var process: Int32 = 0
        let words =
            ["send", "--subscription", "-", "--payload", "/dev/fd/\(secret.reader)", "--json"] + options
        var code = ENOENT
        for program in Self.candidates where code == ENOENT {
            code = ForegroundCommand.spawn(&process, [program] + words, &actions, nil)
        }
        output.closeWriter()
        guard code == 0 else {
            return Result(name: "missing", message: "belfry-push can't be run: \(String(cString: strerror(code)))")
        }
        let text = output.text()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.result(in: text)
    }

    private static func result(in text: String) -> Result {
        let lines = text.split(separator: "\n")
        for line in lines.reversed() {
            guard let row = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else { continue }
            return Result(name: row.result, status: row.status, message: row.message ?? row.result)
        }
        return Result(name: "failed", message: lines.last.map(String.init) ?? "belfry-push has told nothing")
    }

    /// Paths at which belfry-push may be: beside this program, or in `PATH`.
    private static var candidates: [String] {
        let program =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/belfry"
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        return ["\(folder)/belfry-push", "belfry-push"]
    }

    /// A pipe, whose ends are closed when the object is released.
    private final class Pipe {
        let reader: Int32
        private(set) var writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw Failure(.failure, "no pipe can be made: \(String(cString: strerror(errno)))")
            }
            (reader, writer) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            close(reader)
            closeWriter()
        }

        func fill(with text: String) {
            Console.write(text, to: writer)
            closeWriter()
        }

        func closeWriter() {
            if writer >= 0 { close(writer) }
            writer = -1
        }

        /// Reads the pipe to its end.
        func text() -> String {
            var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
            while true {
                let count = read(reader, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }
    }
}
