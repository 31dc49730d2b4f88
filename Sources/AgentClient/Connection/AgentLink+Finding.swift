// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import Glibc

// A person has one agent, and it is on one bus. A program of another session, which has its own bus, connects to the
// agent's bus. It returns to its own bus if the agent has ended and can't be started on that bus, or if its own bus has
// an agent. The address file is not read while an agent replies.

/// Finding the person's agent on a bus other than the program's.
extension AgentLink {
    /// True if the agent's address file names a bus other than the connection's or the program's own.
    var mayBeFound: Bool {
        whereabouts?.address(otherThan: (isConnected ? session?.otherAddress : nil) ?? bus.address) != nil
    }

    /// Returns true for an error that being on the wrong bus may have caused.
    ///
    /// If the agent on another bus has ended, it is started on that bus if possible, not on the program's own.
    func mayBeElsewhere(after error: BusError) -> Bool {
        guard isConnected, error.meansAbsence || error.isOfStarting else { return false }
        return isFinding || mayBeFound || session?.otherAddress != nil && (error.isServiceUnknown || error.isOfStarting)
    }

    /// Connects to the bus that has the agent, or to the program's own bus, and sends the waiting calls.
    func find() {
        guard !life.isEnded, !isFinding else { return }
        isFinding = true
        // The search is a task of its own: calls made during it are queued, and `settle` checks the whole state again.
        Task {
            let own = isConnected && session?.otherAddress == nil ? connection : try? Connection(to: bus, on: loop)
            let address = whereabouts?.address(otherThan: bus.address)
            var other: Connection?
            if let address { other = await whereabouts?.connection(to: address, besides: own, on: loop) }
            isFinding = false
            settle(own: own, other: other, at: address)
        }
    }

    private func settle(own: Connection?, other: Connection?, at address: String?) {
        let found = other ?? own
        let old = connection
        if !life.isEnded, let found, found !== old { use(found, at: other == nil ? nil : address) }
        // Unused connections close after the link changes its connection, so their calls in flight return to the queue.
        for left in [own, other, old] {
            guard let left, left !== connection else { continue }
            left.assumeIsolated { $0.close() }
        }
        guard !life.isEnded else { return }
        sendAllHere()
        if attachment == nil, calls.operations.isEmpty { restSoon() }
    }

    /// Watches the agent's address file until the program detaches.
    func watchNote() {
        guard let whereabouts, noteWatch?.isInPlace != true else { return }
        noteWatch = WhereaboutsWatch(of: whereabouts.path, on: loop) { [weak self] in
            self?.assumeIsolated { link in
                link.watchNote()
                link.noteChanged()
            }
        }
    }

    /// Looks for the agent, if none is known and the address file names another bus.
    func noteChanged() {
        guard attachment != nil, session?.owner == nil, mayBeFound else { return }
        retryNow(looking: true)
    }
}

extension BusError {
    /// True if the bus or systemd could not start the agent.
    fileprivate var isOfStarting: Bool {
        name.hasPrefix(BusError.prefix + "Spawn.") || name == BusError.prefix + "TimedOut"
            || name.hasPrefix("org.freedesktop.systemd1.")
    }
}

/// Watches the address file of an agent on another bus; it is used on the loop only.
final class WhereaboutsWatch {
    private let watch: FolderWatch?
    /// True if the file's folder is watched; otherwise the folder is missing and a parent is watched.
    let isInPlace: Bool

    /// Calls the handler when the file at `path` has changed, or a missing folder was created and needs a new watch.
    init(of path: String, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        var watch: FolderWatch?
        var child = ""
        for _ in 0..<Self.tries {
            var folder = path
            watch = nil
            while watch == nil, let slash = folder.lastIndex(of: "/") {
                child = folder
                folder = String(folder[..<slash])
                let name = String(child.dropFirst(folder.utf8.count + 1))
                watch = try? FolderWatch(folder.isEmpty ? "/" : folder, names: [name], on: loop, handler: handler)
            }
            // A folder that was created before its parent was watched causes no event, so the search for a folder to
            // watch starts again.
            guard watch != nil, child != path, access(child, F_OK) == 0 else { break }
        }
        self.watch = watch
        isInPlace = child == path
    }

    /// Maximum number of searches for a folder to watch: an existing folder without read permission can't be watched.
    private static let tries = 8
}
