// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc

/// An address that a connection is about to be made to.
struct ConnectedAddress: Hashable, CustomStringConvertible {
    /// The 16 bytes of an address of IPv6; an address of IPv4 is mapped into IPv6.
    private let bytes: [UInt8]

    /// Reads a socket's address; nil if it is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let four = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            bytes = Self.mapped + withUnsafeBytes(of: four, Array.init)
        case AF_INET6:
            let six = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_addr }
            bytes = withUnsafeBytes(of: six, Array.init)
        default: return nil
        }
    }

    /// Reads an address that is written in digits; nil for other texts.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = Self.mapped + withUnsafeBytes(of: four, Array.init)
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six, Array.init)
        } else {
            return nil
        }
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    /// The well-known prefix of NAT64 (RFC 6052), after which an address of IPv4 follows.
    private static let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]

    /// The bytes of an address of IPv4; nil for another address.
    private var four: [UInt8]? {
        let prefix = Array(bytes.prefix(12))
        return prefix == Self.mapped || prefix == Self.translated ? Array(bytes.suffix(4)) : nil
    }

    /// Whether the address is this machine's own. An address with NAT64's prefix never is: its packets go to a gateway.
    var isLoopback: Bool {
        if bytes.starts(with: Self.mapped) { return bytes[12] == 127 }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether the address is that of a machine on the internet, by IANA's registries of special addresses.
    var isPublic: Bool {
        if let four {
            switch (four[0], four[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): return false
            case (100, 64...127), (172, 16...31), (198, 18...19): return false
            case (192, 0): return four[2] != 0 && four[2] != 2
            case (192, 88): return four[2] != 99
            case (198, 51): return four[2] != 100
            case (203, 0): return four[2] != 113
            default: return true
            }
        }
        // Global unicast addresses are 2000::/3, without: 2002::/16 (6to4), which carries an address of IPv4 that may be
        // private; 2001::/23, which is for protocols, such as Teredo and benchmarks; 2001:db8::/32 and 3fff::/20, which
        // are for documentation.
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x20, 0x02, _, _), (0x20, 0x01, 0...1, _): return false
        case (0x20, 0x01, 0x0D, 0xB8), (0x3F, 0xFF, 0...0x0F, _): return false
        default: return bytes[0] & 0xE0 == 0x20
        }
    }

    var description: String {
        if let four { return four.map(String.init).joined(separator: ".") }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            let size = socklen_t(text.count)
            let result = bytes.withUnsafeBytes { inet_ntop(AF_INET6, $0.baseAddress, text.baseAddress, size) }
            return result.map { String(cString: $0) } ?? "an unknown address"
        }
    }
}
