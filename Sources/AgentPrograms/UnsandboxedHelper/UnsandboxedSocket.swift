// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
package import EventLoop
import FoundationEssentials
import Glibc
package import SystemPackage

/// An end of the socket between agent and helper process, for whole messages in order; used on its event loop only.
package final class UnsandboxedSocket {
    private let descriptor: Int32
    private var source: FileDescriptorSource?

    static let mostDescriptors = Int(BELFRY_MOST_DESCRIPTORS)

    /// Receives messages on the loop from a `SOCK_SEQPACKET` socket, which `deinit` closes.
    ///
    /// `received` gets a message, and must close the message's descriptors. It gets nil once the other end is closed.
    package init(
        _ descriptor: Int32, on loop: EventLoop,
        received: @escaping @Sendable (_ message: (bytes: [UInt8], descriptors: [Int32])?) -> Void
    ) {
        self.descriptor = descriptor
        source = FileDescriptorSource(descriptor, .readable, on: loop) { _ in
            while let message = Self.receive(descriptor) {
                received(message.bytes.isEmpty ? nil : message)
                if message.bytes.isEmpty { return }
            }
        }
    }

    deinit {
        source?.cancel()
        close(descriptor)
    }

    /// Sends one message, which must not be empty.
    ///
    /// - Throws: `Errno`. The caller must still close the descriptors.
    package func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) throws(Errno) {
        guard belfry_send(descriptor, bytes, bytes.count, descriptors, descriptors.count) == bytes.count else {
            throw Errno(rawValue: errno)
        }
    }

    /// Receives one message; no bytes mean that the other end is closed, nil that no message waits.
    private static func receive(_ descriptor: Int32) -> (bytes: [UInt8], descriptors: [Int32])? {
        var bytes = [UInt8](repeating: 0, count: UnsandboxedAnswer.limit)
        var descriptors = [Int32](repeating: -1, count: mostDescriptors)
        var count = 0
        let length = belfry_receive(descriptor, &bytes, bytes.count, &descriptors, &count)
        guard length >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : ([], []) }
        return (Array(bytes.prefix(length)), Array(descriptors.prefix(count)))
    }
}
