// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A request of the Hypertext Transfer Protocol. Redirects are never followed.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// The addresses to which a request may be sent without encryption.
    package enum Plaintext: Sendable {
        /// Addresses of this machine only.
        case toLoopback
        case always
    }

    package var method: Method
    /// An absolute `https` or `http` address.
    package var url: String
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    package var plaintext = Plaintext.toLoopback
    /// Whether private, local and reserved addresses are refused. The check is made on the address to which a
    /// connection is opened. No proxy is used, because a proxy would hide that address.
    package var refusesPrivateAddresses = false
    /// A file with certificates that are trusted besides the system's; nil for none.
    package var certificateAuthority: String?
    /// The largest time to connect, and to get the whole response; the second time is nil for a stream.
    package var connectTimeout = Duration.seconds(15)
    package var timeout: Duration? = .seconds(60)
    /// Largest body of the response in bytes. A stream has no limit.
    package var maximumSize = 1 << 20

    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Whether the scheme is `https`; nil if it is neither `https` nor `http`.
    var isEncrypted: Bool? {
        let scheme = Substring(url.utf8.prefix { $0 != UInt8(ascii: ":") }).lowercased()
        return scheme == "https" ? true : scheme == "http" ? false : nil
    }

    /// Whether the address names this machine. The name "localhost" may stand for another machine, which the check of
    /// the connected address finds.
    var isToLoopback: Bool {
        let host = host
        return host == "localhost" || ConnectedAddress(host)?.isLoopback == true
    }

    /// The scheme, the user and password if there are any, the host and the port of the address.
    var server: Substring { url[..<authority.endIndex] }

    /// The server's address, without the path and the user's password, which other programs must not see.
    var origin: String {
        let authority = authority
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return "\(url[..<authority.startIndex])\(host)/"
    }

    /// The host in the address, without brackets and port.
    package var host: String {
        let authority = authority.utf8
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
        let place = authority[(start ?? authority.startIndex)...]
        guard place.first == UInt8(ascii: "[") else {
            return String(Substring(place.prefix { $0 != UInt8(ascii: ":") }))
        }
        return String(Substring(place.dropFirst().prefix { $0 != UInt8(ascii: "]") }))
    }

    /// The address's part after "://", with user, host and port; empty if there is no "://" after the scheme.
    private var authority: Substring {
        let bytes = url.utf8
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let mark = "://".utf8
        guard bytes[colon...].starts(with: mark) else { return url[colon..<colon] }
        // The search compares bytes, not characters, because it runs several times for each request.
        return Substring(bytes[bytes.index(colon, offsetBy: mark.count)...].prefix { !Self.authorityEnds.contains($0) })
    }

    private static let authorityEnds = Array("/?#\\".utf8)
}

/// The beginning of an HTTP response: its status and its headers.
package struct HTTPResponseHead: Sendable {
    package let status: Int
    /// The response's headers in their order; names are in lower case.
    package let headers: [(name: String, value: String)]

    /// Returns the first value of a header, whose name is in lower case; nil without one.
    package func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// A whole HTTP response.
package struct HTTPResponse: Sendable {
    package let head: HTTPResponseHead
    package let body: [UInt8]

    package var status: Int { head.status }
}
