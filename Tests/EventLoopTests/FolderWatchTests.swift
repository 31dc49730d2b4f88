// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct FolderWatchTests {
    @Test func `a file that is created, replaced or removed is reported`() async throws {
        try await withLoop { loop in
            let folder = try temporaryFolder("watch")
            let (note, new) = ("\(folder)/note", "\(folder)/new")
            defer {
                for path in [note, new] { unlink(path) }
                rmdir(folder)
            }
            let seen = Mailbox<UInt>()
            let box = TimerBox()
            let made = Mailbox<Bool>()
            loop.perform {
                box.folder = try? FolderWatch(folder, names: ["note"], on: loop) { seen.put(number(of: note)) }
                made.put(box.folder != nil)
            }
            #expect(try await made.next())

            close(open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            let first = number(of: note)
            while try await seen.next() != first {}
            close(open(new, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            let second = number(of: new)
            rename(new, note)
            while try await seen.next() != second {}
            unlink(note)
            while try await seen.next() != 0 {}

            loop.perform { box.clear() }
        }
    }

    // It closed the descriptor twice; the second close could hit a bus connection, whose reply was then waited for
    // without end.
    @Test func `watching a missing folder fails, and closes no other descriptor`() async throws {
        let isDone = Flag()
        defer { isDone.set() }
        // Own threads, because the tests have only as many as the machine has cores.
        let thieves = Mailbox<Int>()
        for _ in 0..<2 {
            Thread.detachNewThread {
                var stolen = 0
                while !isDone.isSet {
                    let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
                    for _ in 0..<20 where fcntl(own, F_GETFD) < 0 { stolen += 1 }
                    close(own)
                }
                thieves.put(stolen)
            }
        }
        try await withLoop { loop in
            let refused = Mailbox<Int>()
            loop.perform {
                var count = 0
                for _ in 0..<Self.tries {
                    do {
                        _ = try FolderWatch("/nowhere", names: ["note"], on: loop) {}
                    } catch EventLoopError.systemCall("inotify_add_watch", ENOENT) {
                        count += 1
                    } catch {}
                }
                refused.put(count)
            }
            let count = try await refused.next()
            #expect(count == Self.tries)
        }
        isDone.set()
        for _ in 0..<2 {
            let stolen = try await thieves.next()
            #expect(stolen == 0)
        }
    }

    /// The kernel takes some milliseconds to close each watch.
    private static let tries = 500

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }
}

/// The inode of a file; 0 if it does not exist.
private func number(of path: String) -> UInt {
    var status = stat()
    return stat(path, &status) == 0 ? UInt(status.st_ino) : 0
}
