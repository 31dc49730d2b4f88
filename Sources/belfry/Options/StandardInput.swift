// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// Reads the standard input for options with the value `-`.
enum StandardInput {
    /// Largest size of the whole input in bytes, more than any request's value may have; the agent has its own limits.
    private static let limit = 1 << 20

    /// Reads all of the standard input.
    ///
    /// - Throws: ``Failure`` for more than one mebibyte, or if reading fails.
    static func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try chunk() {
            bytes += chunk
            if bytes.count > limit { throw Failure(.badData, "the standard input is over \(limit) bytes") }
        }
        return bytes
    }

    /// Reads all of the standard input as text, without trailing line feeds.
    ///
    /// - Throws: ``Failure`` that names the option, if the text isn't UTF-8 or has U+0000, which D-Bus can't carry.
    static func text(for option: String) throws -> String {
        guard let text = String(validating: try bytes(), as: UTF8.self) else {
            throw Failure(.badData, "\(option): the standard input is not UTF-8")
        }
        if text.utf8.contains(0) {
            throw Failure(.badData, "\(option): the standard input contains the character U+0000")
        }
        return text.trimmingEnd(\.isNewline)
    }

    /// Waits for input and returns up to 64 KiB of it; nil at the end of the input.
    static func chunk() throws -> [UInt8]? {
        let size = 1 << 16
        while true {
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initializedCount in
                count = read(STDIN_FILENO, buffer.baseAddress, size)
                initializedCount = max(0, count)
            }
            if count > 0 { return chunk }
            if count == 0 { return nil }
            if errno != EINTR {
                throw Failure(.badData, "cannot read the standard input: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// True if ``chunk()`` would return without waiting.
    static var isReady: Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
}
