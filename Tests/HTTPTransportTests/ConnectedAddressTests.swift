// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import HTTPTransport
import Testing

/// The addresses to which plain text, or a stranger's message, may be sent.
@Suite struct ConnectedAddressTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.1.2", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
        ("::2", false), ("::", false), ("64:ff9b::7f00:1", false), ("::127.0.0.1", false), ("2001:db8::1", false),
    ])
    func `this machine is 127.0.0.0/8 and ::1, and nothing behind a gateway`(text: String, isLoopback: Bool) throws {
        #expect(try #require(ConnectedAddress(text)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:10::1", "2001:1ff::1",
        "2001:db8::1", "2002:a00:1::", "3fff::1", "3fff:fff::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1", "ff02::1",
    ])
    func `an address of IANA's special registries is not public`(text: String) throws {
        #expect(try !#require(ConnectedAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.88.98.1",
        "192.167.1.1", "198.17.0.1", "198.20.0.1", "198.51.99.1", "203.0.112.1", "223.255.255.255", "::ffff:1.1.1.1",
        "64:ff9b::1.1.1.1", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2003::1", "2a00:1450::1", "3ffe::1",
        "3fff:1000::1",
    ])
    func `all other addresses are public`(text: String) throws {
        #expect(try #require(ConnectedAddress(text)).isPublic)
    }
}
