// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import Glibc

/// A provider with one connection, which is kept, and blocking calls: it adds nothing to the time of a post.
final class PlainProvider {
    private let file: Int32

    /// Connects to a port of this machine.
    ///
    /// - Throws: ``MeasurementError``.
    init(port: Int) throws {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw MeasurementError("nginx can't be reached: \(errno)") }
        var one: Int32 = 1
        setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(file) }

    /// Posts a message and waits for the answer.
    ///
    /// - Returns: The moment before the post, in seconds since 1970.
    /// - Throws: ``MeasurementError`` unless the message was accepted.
    func post(_ message: [UInt8], to path: String) throws -> Double {
        let head = """
            POST \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/octet-stream\r
            Content-Encoding: aes128gcm\r
            TTL: 86400\r
            Content-Length: \(message.count)\r
            \r

            """
        let request = Array(head.utf8) + message
        let moment = Stopwatch.seconds(AlarmSource.now(.realtime))
        guard send(file, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw MeasurementError("nginx took no message: \(errno)")
        }
        let answer = try answer()
        guard answer.hasPrefix("HTTP/1.1 20") else { throw MeasurementError("nginx answered \(answer.prefix(80))") }
        return moment
    }

    private func answer() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(file, &buffer, buffer.count, 0)
            guard count > 0 else { throw MeasurementError("nginx ended the connection") }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n")?.upperBound else { continue }
            let key = "content-length:"
            let line = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(key) }
            let length = line.flatMap { Int($0.dropFirst(key.count).filter { !$0.isWhitespace }) } ?? 0
            if text[end...].utf8.count >= length { return text }
        }
    }
}
