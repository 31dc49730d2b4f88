// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A local file, which callers name by an absolute path or a `file:` URL.
package enum LocalFile {
    /// Reason why a text names no local file, worded as the end of a sentence.
    package struct Problem: Error, Hashable {
        package let text: String
    }

    /// Returns the absolute path, without NUL, of `/tmp/a b.png`, `file:///tmp/a%20b.png` or `file:/tmp/a%20b.png`.
    ///
    /// The host of a URL may be empty, `localhost` or this machine's name; a query or fragment is not part of the path.
    package static func path(of text: String) throws(Problem) -> String {
        guard text.hasPrefix("file:") else { return try checked(text) }
        var rest = text.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" || host == hostName else {
                throw Problem(text: "names a file on another machine, \"\(host)\"")
            }
            rest = rest.dropFirst(host.count)
        }
        return try checked(decoded(rest.prefix { $0 != "?" && $0 != "#" }))
    }

    private static func checked(_ path: String) throws(Problem) -> String {
        guard path.hasPrefix("/") else { throw Problem(text: "must be an absolute path or a file: URL") }
        // A system call would end the name at the NUL.
        guard !path.utf8.contains(0) else { throw Problem(text: "has a NUL in its path") }
        return path
    }

    /// Returns a URL's text without its percent-encoding.
    ///
    /// - Throws: ``Problem`` if the encoding is malformed or the result is not UTF-8.
    package static func decoded(_ text: Substring) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2,
                digits.allSatisfy({ UInt8(ascii: "0") <= $0 && Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw Problem(text: "has a % without two hexadecimal digits behind it") }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let path = String(validating: bytes, as: UTF8.self) else {
            throw Problem(text: "has a path that is not UTF-8")
        }
        return path
    }

    private static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()
}
