// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// One notification of many that were missed or held back.
struct DigestMaker: Sendable {
    let timeZone: TimeZone
    let words: LateWords

    /// The digest's own name among an application's requests: a newer one takes the older one's place.
    static let identifier = "belfry.digest"
    /// How many requests it names.
    private static let lines = 8

    /// The request that stands for these, which are in the order of their due dates and not empty.
    func request(_ missed: [MissedRequest]) -> Request {
        var entries: [(identifier: String, due: Date, title: String, count: Int)] = []
        for one in missed {
            if let index = entries.firstIndex(where: { $0.identifier == one.request.identifier }) {
                entries[index].count += 1
            } else {
                let content = one.request.content
                let title = content.title.isEmpty ? content.body : content.title
                entries.append((one.request.identifier, one.due, title, 1))
            }
        }
        let today = missed.map(\.date).max() ?? .now
        var lines = entries.prefix(Self.lines).map { entry in
            let title = entry.title.split(whereSeparator: \.isNewline).first.map(String.init) ?? entry.identifier
            return "\(LateWords.moment(entry.due, on: today, in: timeZone))  \(title.prefix(120))"
                + (entry.count > 1 ? " (\(entry.count)×)" : "")
        }
        if entries.count > lines.count { lines.append(words.more(entries.count - lines.count)) }
        var content = Content(title: words.digest(missed.count), body: lines.joined(separator: "\n"))
        content.userInfo = ["identifiers": .array(entries.map { .string($0.identifier) })]
        return Request(identifier: Self.identifier, content: content)
    }
}
