// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentRules
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

/// Builds a digest: one notification in place of many that were missed, held back or came in a flood.
///
/// The digest names a few notifications, those of the highest relevance first, and says how many more there are.
/// Requests of one thread share a line, in the words of their category's summary format if it has one.
struct DigestBuilder: Sendable {
    let timeZone: Zone
    let words: NotificationPhrases

    /// The identifier of a digest's request; a newer digest replaces the older one.
    static let identifier = "belfry.digest"
    /// The identifier of a flood's digest, which grows while it is in the list of delivered notifications.
    static let floodIdentifier = "belfry.flood"
    /// Key in the user info under which a digest keeps its contents, so that the next digest can add to them.
    private static let key = "belfry.digest"
    private static let lines = 8

    /// Returns the digest of the missed requests, added to those of the earlier digest.
    func request(_ page: DigestPage) -> Request {
        var digest = Self.digest(of: page.earlier) ?? Digest()
        for one in page.missed { digest.add(one, format: page.formats[one.request.content.categoryIdentifier]) }
        let title = page.isFlood ? words.flood(digest.count) : words.digest(digest.count)
        var content = Content(
            title: digest.onlyGroup?.summary ?? title, body: lines(of: digest).joined(separator: "\n"))
        content.userInfo = ["identifiers": .array(digest.identifiers.map { .string($0) })]
        if let data = try? JSONEncoder().encode(digest) {
            content.userInfo[Self.key] = .string(String(decoding: data, as: UTF8.self))
        }
        return Request(identifier: page.isFlood ? Self.floodIdentifier : Self.identifier, content: content)
    }

    private static func digest(of request: Request?) -> Digest? {
        guard case .string(let text)? = request?.content.userInfo[key] else { return nil }
        let digest = try? JSONDecoder().decode(Digest.self, from: Data(text.utf8))
        return digest.flatMap { $0.isPlausible ? $0 : nil }
    }

    private func lines(of digest: Digest) -> [String] {
        let groups = digest.groups
        var lines: [String] = []
        var rest = digest.dropped
        if let only = digest.onlyGroup, only.isThread {
            lines = only.members.prefix(Self.lines).map { line($0, on: digest.today) }
            rest = only.memberCount - lines.count
        } else {
            lines = groups.prefix(Self.lines).map { line($0, on: digest.today) }
            rest += groups.count - lines.count
        }
        return lines + (rest > 0 ? [words.more(rest)] : [])
    }

    private func line(_ group: Digest.Group, on today: Date) -> String {
        guard let first = group.members.first else { return "" }
        if let summary = group.summary, group.count > 1 {
            return "\(NotificationPhrases.moment(first.due, on: today, in: timeZone))  \(summary)"
        }
        let rest = group.memberCount - 1
        return line(first, on: today) + (rest > 0 ? ", \(words.more(rest))" : "")
    }

    private func line(_ member: Digest.Member, on today: Date) -> String {
        "\(NotificationPhrases.moment(member.due, on: today, in: timeZone))  \(member.title)"
            + (member.count > 1 ? " (\(member.count)×)" : "")
    }
}
