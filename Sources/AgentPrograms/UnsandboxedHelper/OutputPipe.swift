// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import EventLoop
import Glibc
import Synchronization
import SystemPackage

/// Reads what a program outside says, to its end, away from the agent's loop.
final class OutputPipe: Sendable {
    private let reading: Int32
    private let limit: Int
    private let endsAtLimit: Bool
    private let state = Mutex(State())

    // Touched on the worker's thread only, but for the reader and the end, which are looked at under the lock.
    private struct State: @unchecked Sendable {
        var kept: [UInt8] = []
        var hasEnded = false
        var source: FileDescriptorSource?
        var reader: CheckedContinuation<[UInt8], Never>?
    }

    /// - Parameters:
    ///   - reading: The end to read from, which does not block; closed at the end.
    ///   - limit: How many bytes are kept.
    ///   - endsAtLimit: Whether nothing is read after them.
    private init(reading: Int32, limit: Int, endsAtLimit: Bool) {
        self.reading = reading
        self.limit = limit
        self.endsAtLimit = endsAtLimit
    }

    /// A new pipe whose other end is for the program.
    ///
    /// - Throws: `Errno`.
    static func make(keeping limit: Int, endsAtLimit: Bool) throws -> (pipe: OutputPipe, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard belfry_pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let pipe = OutputPipe(reading: ends[0], limit: limit, endsAtLimit: endsAtLimit)
        EventLoop.worker.perform { pipe.start() }
        return (pipe, FileDescriptor(rawValue: ends[1]))
    }

    /// The beginning of all that was said, once nobody can say more, or ``stop()`` was called.
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

    /// Reads no more.
    func stop() { EventLoop.worker.perform { [self] in end() } }

    private func start() {
        // Each keeps the other to the end, which comes when the program's side is closed: nothing is left open before.
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
            state.source?.cancel()
            state.source = nil
            close(reading)
            defer { state.reader = nil }
            return (state.reader, state.kept)
        }
        reader?.resume(returning: kept)
    }
}
