// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import NotificationServer

/// Bytes of a terminal: decoded into the same keys however they are split, except that an escape ends with its block.
enum Keys {
    static func read(_ bytes: [UInt8]) throws {
        var reader = KeyReader()
        let keys = reader.keys(in: bytes)
        try Finding.unless(keys.count <= bytes.count, "\(keys.count) keys of \(bytes.count) bytes")
        guard !bytes.contains(0x1B), bytes.count < 1024 else { return }
        var slowReader = KeyReader()
        let slowKeys = bytes.flatMap { slowReader.keys(in: [$0]) }
        try Finding.unless(slowKeys == keys, "\(keys), and byte by byte \(slowKeys)")
    }
}
