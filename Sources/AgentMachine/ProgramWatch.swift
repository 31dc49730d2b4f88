// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentPrograms
package import EventLoop
import Glibc
package import Logging

/// Reports that the file of the agent's own program was replaced or removed, such as by a package manager.
package actor ProgramWatch: LoopActor {
    /// A change of the program's file.
    package enum Change: Hashable, Sendable {
        /// Another program, for example a newer version, is at the path of the agent's program.
        case replaced(path: String)
        case removed(path: String)
    }

    package nonisolated let loop: EventLoop

    private let logger: Logger
    private let handler: @Sendable (Change) -> Void
    private var folder: FolderWatch?
    private var pause: TimerSource?
    private var path = ""
    /// Mark of the program's file that was reported last; at first, the mark of the file that this process runs.
    private var known = FileMark("/proc/self/exe")

    /// The time to wait for further changes of the file, because an installer may write the file in steps.
    private static let settling = Duration.seconds(1)
    /// The time after which a missing program counts as removed: an installer may remove it before it writes it anew.
    private static let absence = Duration.seconds(10)

    /// - Parameters:
    ///   - loop: The loop on which the handler is called.
    ///   - logger: Logs that the program's folder can't be watched.
    ///   - handler: Called for each change of the program's file.
    package init(on loop: EventLoop, logger: Logger, handler: @escaping @Sendable (Change) -> Void) {
        (self.loop, self.logger, self.handler) = (loop, logger, handler)
    }

    /// Watches the folder of the program; a change of the program's file since the program's start is reported, too.
    package func start() {
        do {
            path = try ProgramPath.own()
            let end = path.lastIndex(of: "/") ?? path.startIndex
            let name = String(path[path.index(after: end)...])
            folder = try FolderWatch(String(path[..<end]), names: [name], on: loop) { [weak self] in
                self?.assumeIsolated { $0.look(after: Self.settling) { $0.settled() } }
            }
            settled()
        } catch {
            logger.warning(
                "Could not watch the agent's program; an update takes effect at the next start",
                metadata: [LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    package func stop() {
        folder = nil
        pause.take()?.cancel()
    }

    /// Calls `body` after `time`, and cancels an earlier call that is still to come.
    private func look(after time: Duration, _ body: @escaping @Sendable (isolated ProgramWatch) -> Void) {
        pause?.cancel()
        pause = TimerSource(after: time, on: loop) { [weak self] in
            self?.assumeIsolated { body($0) }
        }
    }

    private func settled() {
        let present = FileMark(path)
        guard present != known else { return }
        guard present.isThere else {
            return look(after: Self.absence) { watch in
                if !FileMark(watch.path).isThere { watch.handler(.removed(path: watch.path)) }
            }
        }
        // An installer may make the program's file executable later, and that change is reported.
        guard access(path, X_OK) == 0 else { return }
        known = present
        handler(.replaced(path: path))
    }
}
