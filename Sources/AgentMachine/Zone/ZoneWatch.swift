// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import EventLoop
import Glibc
import Logging
import ZoneFiles

/// Tells when zone files are replaced: by an update of the system's package, or by another folder in their place.
///
/// An update renames hundreds of files in many folders, so it is told once, a second after the first. A folder may also be
/// mounted over (systemd-sysext, containers): the watched ones are others then, which only the list of mounts tells.
actor ZoneWatch {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let zones: ZoneFolder
    private let logger: Logger
    private let handler: @Sendable () -> Void

    private var folders: FolderWatch?
    private var mounts: FileDescriptorSource?
    private var mountsFile: Int32 = -1
    private var pause: TimerSource?
    /// The folders' mark when they were looked at last.
    private var mark = ""

    /// How long an update is waited for, that others of its files come with it.
    private static let delay = Duration.seconds(1)

    /// - Parameters:
    ///   - zones: Their folders.
    ///   - loop: Where the handler is called.
    ///   - logger: Told of what can't be watched.
    ///   - handler: Called when rules may be others.
    init(_ zones: ZoneFolder, on loop: EventLoop, logger: Logger, handler: @escaping @Sendable () -> Void) {
        (self.zones, self.loop, self.logger, self.handler) = (zones, loop, logger, handler)
    }

    /// Begins to watch.
    func start() {
        watchFolders()
        mountsFile = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard mountsFile >= 0 else { return }
        mounts = FileDescriptorSource(mountsFile, .urgent, on: loop) { [weak self] _ in
            self?.assumeIsolated { $0.lookForOthers() }
        }
    }

    func stop() {
        folders = nil
        pause?.cancel()
        mounts?.cancel()
        mounts = nil
        if mountsFile >= 0 { close(mountsFile) }
        mountsFile = -1
    }

    private func watchFolders() {
        let paths = zones.folders
        mark = ZoneFolder.mark(of: paths)
        do {
            folders = try FolderWatch(paths, names: nil, on: loop) { [weak self] in
                self?.assumeIsolated { $0.waitForMore() }
            }
        } catch {
            folders = nil
            logger.warning(
                "Could not watch the zones' rules",
                metadata: [LogKey.path: "\(zones.path)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func lookForOthers() {
        if zones.mark != mark { waitForMore() }
    }

    private func waitForMore() {
        guard pause == nil else { return }
        pause = TimerSource(after: Self.delay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.tell() }
        }
    }

    private func tell() {
        pause = nil
        // Folders may have come, or be others.
        watchFolders()
        handler()
    }
}
