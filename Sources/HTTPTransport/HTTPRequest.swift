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
    /// Whether private, local and reserved addresses are refused. The check is made on the address that is connected to,
    /// and no proxy is used, which would hide that address.
    package var refusesPrivateAddresses = false
    /// A file with certificates that are trusted besides the system's; nil for none.
    package var certificateAuthority: String?
    /// Time to connect, and to get the whole response; the second is nil for a stream.
    package var connectTimeout = Duration.seconds(15)
    package var timeout: Duration? = .seconds(60)
    /// Largest body of the response in bytes. It does not limit a stream.
    package var maximumSize = 1 << 20

    package init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    /// Whether the address is encrypted; nil for an address with neither of the two schemes.
    var isEncrypted: Bool? {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme == "https" ? true : scheme == "http" ? false : nil
    }

    /// Whether the address names this machine. The name "localhost" may stand for another one, which the check of the
    /// connected address finds.
    var isToLoopback: Bool { host == "localhost" || ConnectedAddress(host)?.isLoopback == true }

    /// The host in the address, without brackets and port.
    package var host: String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        let authority = url[start...].prefix { !"/?#\\".contains($0) }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if place.first == "[" { return String(place.dropFirst().prefix { $0 != "]" }) }
        return String(place.prefix { $0 != ":" })
    }
}

/// The beginning of a response.
package struct HTTPResponseHead: Sendable {
    package let status: Int
    /// The headers in order; names are in lower case.
    package let headers: [(name: String, value: String)]

    /// Returns the first value of a header, whose name is in lower case; nil without one.
    package func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// A whole response.
package struct HTTPResponse: Sendable {
    package let head: HTTPResponseHead
    package let body: [UInt8]

    package var status: Int { head.status }
}
