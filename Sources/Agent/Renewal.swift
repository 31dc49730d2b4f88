// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import EventLoop
import Glibc
import Logging
import Subprocess
import SystemPackage

/// The change from this program to the program that has replaced its file, such as after an update.
///
/// A process of the new program takes over from this process as with `--replace`, see ``Takeover``: no call and no
/// signal of the notification server is lost. This process then becomes the new program, too, and takes over from that
/// other process. So the agent keeps its process number, and systemd or another supervisor doesn't see the agent end.
struct Renewal {
    private let path: String
    private let arguments: [String]

    /// - Parameters:
    ///   - path: The new program.
    ///   - arguments: The arguments of this process, without its name.
    init(path: String, arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
        let option = "--replace"
        self.path = path
        self.arguments = arguments.contains(option) ? arguments : arguments + [option]
    }

    /// Starts a process of the new program beside this one. If the new program can't run, this process goes on.
    ///
    /// - Throws: `SubprocessError` if the shell can't be started.
    func begin() async throws {
        // The shell exits at once, so the new process is no child of this process, which need not wait for its end.
        _ = try await Subprocess.run(
            .path("/bin/sh"), arguments: Arguments(["-c", #""$0" "$@" &"#, path] + arguments), input: .none,
            output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    }

    /// Becomes the new program; returns only if that fails.
    func finish() {
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        execv(path, words)
        for word in words { free(word) }
    }
}

/// The watch of the agent's program file, and the change to the program that has replaced it.
struct ProgramUpdate {
    let watch: ProgramWatch
    /// The change to the new program, once it has begun; nil before.
    var renewal: Renewal?
}

extension AgentRuntime {
    func watchProgram() async {
        let watch = ProgramWatch(on: loop, logger: logger) { [weak self] change in
            self?.assumeIsolated { $0.programChanged(change) }
        }
        update = ProgramUpdate(watch: watch)
        await watch.start()
    }

    private func programChanged(_ change: ProgramWatch.Change) {
        switch change {
        case .removed(let path):
            logger.notice("The agent's program was removed", metadata: [LogKey.path: "\(path)"])
            end(.stopped)
        case .replaced(let path):
            let place: Logger.Metadata = [LogKey.path: "\(path)"]
            logger.notice("The agent's program was replaced; the new one takes over", metadata: place)
            let renewal = Renewal(path: path)
            update?.renewal = renewal
            // Why: this is a task of its own, because the start of a process must not block the loop.
            Task { [logger] in
                do {
                    try await renewal.begin()
                } catch {
                    logger.error("Could not start it", metadata: [LogKey.error: "\(ErrorSummary(error))"])
                }
            }
        }
    }

    /// Becomes the new program, if a process of that program has been started and has taken over.
    func finishRenewal() {
        guard let renewal = update?.renewal else { return }
        renewal.finish()
        let reason = String(cString: strerror(errno))
        logger.error("Could not become the new program", metadata: [LogKey.error: "\(reason)"])
    }
}
