// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebPush

@Suite struct VAPIDTests {
    private struct Claims: Codable, Equatable {
        let aud: String
        var exp = 1_795_478_400
        var sub: String?
    }

    private func claims(_ endpoint: String, subject: String? = "mailto:a@example.org") throws -> Claims {
        let header = try VAPID.authorization(
            for: #require(URL(string: endpoint)), key: PrivateKey.random(), subject: subject,
            expiry: Date(timeIntervalSince1970: 1_795_478_400.9))
        let token = try #require(header.dropFirst("vapid t=".count).split(separator: ",").first).split(separator: ".")
        #expect(token.count == 3 && Base64URL.decode(String(token[2]))?.count == 64)
        #expect(Base64URL.decode(String(token[0])) == Array(#"{"alg":"ES256","typ":"JWT"}"#.utf8))
        let body = Data(try #require(Base64URL.decode(String(token[1]))))
        return try JSONDecoder().decode(Claims.self, from: body)
    }

    @Test(arguments: [
        ("https://push.example/p/1?x", "https://push.example"), ("https://Push.Example:443/p", "https://push.example"),
        ("https://push.example:8443/p", "https://push.example:8443"), ("http://localhost:80/p", "http://localhost"),
        ("http://127.0.0.1:8080/p", "http://127.0.0.1:8080"), ("https://[::1]/p", "https://[::1]"),
        ("https://[2001:DB8::1]:8443/p", "https://[2001:db8::1]:8443"),
    ])
    func `a token is for the origin of the endpoint`(endpoint: String, origin: String) throws {
        #expect(try claims(endpoint) == Claims(aud: origin, sub: "mailto:a@example.org"))
    }

    @Test func `a token may have no subject`() throws {
        #expect(
            try claims("https://push.example/p", subject: nil) == Claims(aud: "https://push.example"))
    }

    @Test func `another subject is refused`() throws {
        #expect(throws: WebPushError.invalid("a subject is a mailto: or https: address")) {
            try claims("https://push.example/p", subject: "a@example.org")
        }
        #expect(throws: WebPushError.self) { try claims("push.example") }
    }
}
