// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import EventLoop
import Glibc
import Logging
import ZoneFiles

/// Reports replaced zone files, after a package update or when another folder is mounted over their folder.
///
/// An update renames hundreds of files in many folders, so the update is reported once, a second after its first file.
/// A mounted folder (systemd-sysext, containers) replaces the watched folders; only the list of mounts shows that.
actor ZoneWatch: LoopActor {
    nonisolated let loop: EventLoop

    private let zones: ZoneFolder
    private let logger: Logger
    private let handler: @Sendable () -> Void

    private var folders: FolderWatch?
    private var mounts: FileDescriptorSource?
    private var mountsFile: Int32 = -1
    private var pause: TimerSource?
    /// The mark of the zone files' folders when the folders were last listed.
    private var mark = ""

    /// The time to wait for further files of the same update.
    private static let delay = Duration.seconds(1)

    /// - Parameters:
    ///   - zones: The folders of the zone files.
    ///   - loop: The loop on which the handler is called.
    ///   - logger: Logs folders that can't be watched.
    ///   - handler: Called when the rules of time zones may have changed.
    init(_ zones: ZoneFolder, on loop: EventLoop, logger: Logger, handler: @escaping @Sendable () -> Void) {
        (self.zones, self.loop, self.logger, self.handler) = (zones, loop, logger, handler)
    }

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
        mounts.take()?.cancel()
        if mountsFile >= 0 { close(mountsFile) }
        mountsFile = -1
    }

    private func watchFolders() {
        let listing = zones.listing
        mark = listing.mark
        do {
            folders = try FolderWatch(listing.folders, names: nil, on: loop) { [weak self] in
                self?.assumeIsolated { $0.waitForMore() }
            }
        } catch {
            folders = nil
            logger.warning(
                "Could not watch the time zone files",
                metadata: [LogKey.path: "\(zones.path)", LogKey.error: "\(ErrorSummary(error))"])
        }
    }

    private func lookForOthers() { if zones.mark != mark { waitForMore() } }

    private func waitForMore() {
        guard pause == nil else { return }
        pause = TimerSource(after: Self.delay, on: loop) { [weak self] in
            self?.assumeIsolated { $0.tell() }
        }
    }

    private func tell() {
        pause = nil
        // The update or mount may have added or replaced folders of zone files.
        watchFolders()
        handler()
    }
}
