// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

/// Target that opens when the person chooses the notification itself.
///
/// In messages and in the store the key tells the kind: `open` or `activate`.
package enum Opening: Hashable, Sendable {
    /// A URL, opened by the desktop's application for its type.
    case url(String)
    /// Another application, given by its id.
    case application(String)

    /// The scheme of a URL, in lower case; nil for an application, and for a text that is not an absolute URL.
    package var scheme: String? {
        guard case .url(let url) = self, let colon = url.firstIndex(of: ":"), let first = url.first else { return nil }
        let scheme = url[..<colon]
        let isScheme = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard first.isLetter, isScheme, url.index(after: colon) < url.endIndex else { return nil }
        return scheme.lowercased()
    }

    /// Returns whether `//` and a host follow the scheme; without a host, some programs read the URL as a path.
    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first else { return false }
        return !"/?#:@\\".contains(first)
    }

    /// Checks the syntax of the URL, and the size of the id.
    func validate() throws {
        switch self {
        case .application(let id):
            try Request.check(id, "activate", atMost: Limits.identifierBytes)
            guard !id.isEmpty else { throw Refusal.invalidRequest("activate is empty; it must be an application's id") }
        case .url(let url):
            try Request.check(url, "open", atMost: Limits.urlBytes)
            guard let scheme else {
                throw Refusal.invalidRequest(
                    "open is \"\(url)\"; it must be a URL with its scheme, such as https://example.org or file:///etc/motd"
                )
            }
            if scheme == "file" {
                guard url.dropFirst("file:".count).hasPrefix("/") else {
                    throw Refusal.invalidRequest("open is \"\(url)\"; the path of a file: URL must be absolute")
                }
                do throws(LocalFile.Problem) {
                    _ = try LocalFile.path(of: scheme + url.dropFirst("file".count))
                } catch {
                    throw Refusal.invalidRequest("open is \"\(url)\"; it \(error.text)")
                }
            }
            if ["http", "https"].contains(scheme), !Self.hasHost(url.dropFirst(scheme.count + 1)) {
                throw Refusal.invalidRequest(
                    "open is \"\(url)\"; an \(scheme): URL names a host, as \(scheme)://example.org does")
            }
            guard !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
                throw Refusal.invalidRequest(
                    "open has a blank or a control character; in a URL they are written as %20 and the like")
            }
        }
    }
}

extension Opening: Codable {
    static let keys = ["open", "activate"]
    private static let urlKey = NamedKey(stringValue: keys[0])
    private static let applicationKey = NamedKey(stringValue: keys[1])

    /// - Throws: `DecodingError` if the dictionary has neither or both of `open` and `activate`.
    package init(from decoder: any Decoder) throws {
        guard let opening = try Self.decoded(from: decoder.container(keyedBy: NamedKey.self)) else {
            throw DecodingError.keyNotFound(
                Self.urlKey, .init(codingPath: decoder.codingPath, debugDescription: "nothing to open"))
        }
        self = opening
    }

    /// Decodes the target from a request's dictionary; nil if it has none.
    static func decoded(from container: KeyedDecodingContainer<NamedKey>) throws -> Opening? {
        let url = try container.decodeIfPresent(String.self, forKey: urlKey)
        let id = try container.decodeIfPresent(String.self, forKey: applicationKey)
        guard url == nil || id == nil else {
            throw DecodingError.dataCorruptedError(
                forKey: applicationKey, in: container, debugDescription: "excludes open: a press opens only one target")
        }
        return url.map(Opening.url) ?? id.map(Opening.application)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        try encode(to: &container)
    }

    func encode(to container: inout KeyedEncodingContainer<NamedKey>) throws {
        switch self {
        case .url(let url): try container.encode(url, forKey: Self.urlKey)
        case .application(let id): try container.encode(id, forKey: Self.applicationKey)
        }
    }
}
