// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NotificationModel

/// File names and URLs from callers.
@Suite struct LocalFileTests {
    @Test(arguments: [
        ("/tmp/a b%20c.png", "/tmp/a b%20c.png"), ("file:///tmp/a%20b.png", "/tmp/a b.png"),
        ("file:/tmp/x", "/tmp/x"), ("file://localhost/tmp/x", "/tmp/x"), ("file://LocalHost/tmp/x", "/tmp/x"),
        ("file:///tmp/%C3%BC.png?a=b#c", "/tmp/ü.png"), ("file:///tmp/%2525", "/tmp/%25"),
    ])
    func `R5: a file of this machine has a path`(text: String, path: String) throws {
        #expect(try LocalFile.path(of: text) == path)
    }

    @Test(arguments: [
        ("file://otherhost/tmp/x", "on another machine, \"otherhost\""), ("file://etc/passwd", "\"etc\""),
        ("file:///tmp/%00x.png", "NUL"), ("/tmp/\0x.png", "NUL"), ("file:///tmp/%2", "two hexadecimal digits"),
        ("file:///tmp/%zz", "two hexadecimal digits"), ("file:///tmp/%+1", "two hexadecimal digits"),
        ("file:///tmp/%ff", "not UTF-8"), ("file:tmp/x", "absolute path"), ("tmp/x", "absolute path"),
        ("file://otherhost", "otherhost"), ("", "absolute path"), ("FILE:///tmp/x", "absolute path"),
    ])
    func `R5: a name that is no file of this machine is refused with the reason`(text: String, words: String) {
        let problem = #expect(throws: LocalFile.Problem.self) { try LocalFile.path(of: text) }
        #expect(problem?.text.contains(words) == true, "\(String(describing: problem))")
    }

    @Test(arguments: [
        ("https://example.org", true), ("http://[::1]/x", true), ("HTTP://example.org", true), ("mailto:a@b.c", true),
        ("file:///etc/motd", true), ("file:/etc/motd", true), ("tea:hot", true),
        ("http:/etc/passwd", false), ("https:etc", false), ("http:///etc/passwd", false), ("http://", false),
        ("http://?x", false), ("file://otherhost/x", false), ("file:///%00", false), ("FILE://otherhost/x", false),
    ])
    func `R5: a URL to open needs a host or a path that is valid for its scheme`(url: String, isTaken: Bool) {
        #expect(((try? Opening.url(url).validate()) != nil) == isTaken)
    }
}
