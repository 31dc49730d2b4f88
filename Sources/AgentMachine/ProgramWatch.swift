// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentPrograms
package import EventLoop
import Glibc
package import Logging

/// Reports that the file of the agent's own program was replaced or removed, as a package manager does.
package actor ProgramWatch: LoopActor {
    /// A change of the program's file.
    package enum Change: Hashable, Sendable {
        /// Another program is at the path, for example a newer version.
        case replaced(path: String)
        case removed(path: String)
    }

    package nonisolated let loop: EventLoop

    private let logger: Logger
    private let handler: @Sendable (Change) -> Void
    private var folder: FolderWatch?
    private var pause: TimerSource?
    private var path = ""
    /// The file that was reported last; at first the running program's.
    private var known = FileMark("/proc/self/exe")

    /// The time to wait for the end of a change, because an installer may write the file in steps.
    private static let settling = Duration.seconds(1)
    /// The time after which a missing program counts as removed, because an installer may remove the old file before it
    /// writes the new one.
    private static let absence = Duration.seconds(10)

    /// - Parameters:
    ///   - loop: The loop on which the handler is called.
    ///   - logger: Logs a folder that can't be watched.
    ///   - handler: Called for each change.
    package init(on loop: EventLoop, logger: Logger, handler: @escaping @Sendable (Change) -> Void) {
        (self.loop, self.logger, self.handler) = (loop, logger, handler)
    }

    /// Watches the folder of the program; a change since the program's start is reported, too.
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

    /// Calls `body` after a pause, in place of an earlier call that still waits.
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
        // An installer may make the file executable later, which is a change of its own.
        guard access(path, X_OK) == 0 else { return }
        known = present
        handler(.replaced(path: path))
    }
}
