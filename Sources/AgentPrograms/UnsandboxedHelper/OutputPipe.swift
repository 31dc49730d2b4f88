// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop
import Glibc
import Synchronization
import SystemPackage

/// Reads the output of a program that the helper process runs, off the agent's loop.
final class OutputPipe: Sendable {
    /// File descriptor of the pipe's reading end. It is non-blocking, and closed at the end of the output.
    private let reading: Int32
    /// The number of bytes to keep from the beginning of the output.
    private let limit: Int
    private let endsAtLimit: Bool
    private let state = Mutex(State())

    // The state, except for `reader`, changes only on the thread of `EventLoop.worker`; all access is under the lock.
    private struct State: @unchecked Sendable {
        var kept: [UInt8] = []
        var hasEnded = false
        var source: FileDescriptorSource?
        var reader: CheckedContinuation<[UInt8], Never>?
    }

    private init(reading: Int32, limit: Int, endsAtLimit: Bool) {
        (self.reading, self.limit, self.endsAtLimit) = (reading, limit, endsAtLimit)
    }

    /// Creates a pipe for the output of a program, which gets the writing end.
    ///
    /// - Throws: `Errno`.
    static func make(keeping limit: Int, endsAtLimit: Bool) throws -> (pipe: OutputPipe, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard belfry_pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let pipe = OutputPipe(reading: ends[0], limit: limit, endsAtLimit: endsAtLimit)
        EventLoop.worker.perform { pipe.start() }
        return (pipe, FileDescriptor(rawValue: ends[1]))
    }

    /// Waits for the end of the output or ``stop()``, and returns the bytes that were kept.
    func contents() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> [UInt8]? in
                if state.hasEnded { return state.kept }
                state.reader = continuation
                return nil
            }
            if let ended { continuation.resume(returning: ended) }
        }
    }

    func stop() { EventLoop.worker.perform { [self] in end() } }

    private func start() {
        // The source and this object retain each other until the program closes the pipe; `end()` releases the source.
        let source = FileDescriptorSource(reading, .readable, on: .worker) { [self] _ in read() }
        state.withLock { $0.source = source }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = Glibc.read(reading, &buffer, buffer.count)
        if count > 0 {
            let isFull = state.withLock { state in
                state.kept += buffer.prefix(min(count, limit - state.kept.count))
                return state.kept.count == limit
            }
            if isFull, endsAtLimit { end() }
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            end()
        }
    }

    private func end() {
        let (reader, kept) = state.withLock { state -> (CheckedContinuation<[UInt8], Never>?, [UInt8]) in
            guard !state.hasEnded else { return (nil, []) }
            state.hasEnded = true
            state.source.take()?.cancel()
            close(reading)
            return (state.reader.take(), state.kept)
        }
        reader?.resume(returning: kept)
    }
}
