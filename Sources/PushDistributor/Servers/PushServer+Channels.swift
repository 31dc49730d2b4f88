// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

extension PushServer {
    /// Makes the name of a new channel, which is a secret: anyone who knows the name can send messages.
    ///
    /// A channel of nchan has 256 bits from the kernel. A topic of ntfy has 72 bits: ntfy's limits for UnifiedPush
    /// apply to topics of 14 characters that begin with "up".
    ///
    /// - Throws: ``RandomnessError`` if the kernel has no random numbers.
    package func newChannel() throws -> String {
        switch engine {
        case .nchan: try Self.randomText(bytes: 32)
        case .ntfy: "up" + (try Self.randomText(bytes: 9))
        }
    }

    /// Returns the address of a channel, to which providers post.
    package func endpoint(of channel: String) -> String {
        switch engine {
        case .nchan: publish + channel
        // The parameter `up` tells ntfy that the body is no text.
        case .ntfy: "\(publish)/\(channel)?up=1"
        }
    }

    /// Returns random bytes in base64url, without padding.
    private static func randomText(bytes count: Int) throws -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        // The kernel gives up to 256 bytes at once.
        guard getentropy(&bytes, count) == 0 else { throw RandomnessError(code: errno) }
        let letters = Data(bytes).base64EncodedString().prefix { $0 != "=" }
        return String(letters.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}

/// The error of a kernel that has no random numbers.
package struct RandomnessError: Error, CustomStringConvertible {
    let code: Int32

    package var description: String { "the kernel has no random numbers: error \(code)" }
}
