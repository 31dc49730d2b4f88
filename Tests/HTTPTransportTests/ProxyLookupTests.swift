// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import HTTPTransport
import Testing

/// The proxy of the desktop's settings.
@Suite struct ProxyLookupTests {
    @Test(
        arguments: [
            (["direct://"], nil), ([], nil), (["http://proxy:3128"], "http://proxy:3128"),
            (["socks://proxy:1080"], "socks5h://proxy:1080"), (["SOCKS5://[::1]:9"], "socks5h://[::1]:9"),
            (["socks4a://proxy:1"], "socks4a://proxy:1"), (["ftp://proxy", "x", "http://second"], "http://second"),
            (["quic://proxy", "direct://", "http://third"], nil),
        ] as [([String], String?)])
    func `an entry of GIO is said in libcurl's words`(entries: [String], address: String?) {
        #expect(ProxyLookup.address(in: entries) == address)
    }

    @Test(arguments: [
        ("https://push.example:8443/p/secret?x#y", "https://push.example:8443/"), ("http://h?q", "http://h/"),
        ("https://ann:pass@word@[2001:db8::1]:9/x", "https://[2001:db8::1]:9/"),
    ])
    func `a resolver learns the server and no secret`(url: String, origin: String) {
        #expect(HTTPRequest(.get, url).origin == origin)
    }
}
