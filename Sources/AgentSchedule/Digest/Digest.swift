// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import NotificationStore

/// Contents of a digest, in a bounded size whatever the number of requests.
struct Digest: Codable, Sendable {
    /// A request in the digest, which may have fired several times.
    struct Member: Codable, Sendable {
        let identifier: String
        let due: Date
        let title: String
        let relevance: Double
        var count = 1
    }

    /// The requests of one thread, or a single request without a thread.
    struct Group: Codable, Sendable {
        let key: String
        let isThread: Bool
        var format: String?
        /// The group's most relevant requests, up to a limit; of equally relevant requests, the earlier one is first.
        var members: [Member] = []
        /// Number of requests; ``count`` is the number of their occurrences.
        var memberCount = 0
        var count = 0
        /// The number (`%u`) and the arguments (`%@`) for the summary format.
        var summaryCount = 0
        var arguments: [String] = []

        var relevance: Double { members.first?.relevance ?? 0 }
    }

    private(set) var groups: [Group] = []
    private(set) var count = 0
    /// Number of requests whose groups were dropped, because the digest had too many groups.
    private(set) var dropped = 0
    /// Identifiers of the requests in the digest; if there are more than a thousand, at least the last thousand.
    private(set) var identifiers: [String] = []
    /// The latest date at which a request in the digest was noticed as missed.
    private(set) var today = Date.distantPast
    /// The elements of ``identifiers`` as a set, for lookup.
    private var known: Set<String> = []

    private enum CodingKeys: String, CodingKey {
        case groups, count, dropped, identifiers, today
    }

    /// Largest numbers of groups, members and identifiers: more than a digest shows, as a later request may rank higher.
    private static let groupLimit = 32
    private static let memberLimit = 8
    private static let identifierLimit = 1000

    /// Upper bound of any count in a digest, small enough that additions can't overflow.
    fileprivate static let most = 1_000_000_000

    /// Whether an agent could have made this digest: any program may have sent a notification with such contents.
    var isPlausible: Bool {
        let dates = Date.distantPast...Date.distantFuture
        return (0...Self.most).contains(count) && (0...Self.most).contains(dropped) && dates.contains(today)
            && groups.count <= Self.groupLimit
            && groups.allSatisfy { group in
                [group.memberCount, group.count, group.summaryCount].allSatisfy((0...Self.most).contains)
                    && group.memberCount >= group.members.count
                    && group.members.allSatisfy { (0...Self.most).contains($0.count) && dates.contains($0.due) }
            }
    }

    /// Adds an occurrence that came after those in the digest.
    mutating func add(_ missed: MissedRequest, format: String?) {
        let content = missed.request.content
        count += 1
        today = max(today, missed.date)
        if known.isEmpty { known = Set(identifiers) }
        if known.insert(missed.request.identifier).inserted {
            identifiers.append(missed.request.identifier)
            // Removing the first identifiers moves all others, so many are removed at once, and seldom.
            if identifiers.count > 2 * Self.identifierLimit { identifiers.removeFirst(Self.identifierLimit) }
        }
        let isThread = !content.threadIdentifier.isEmpty
        let key = isThread ? content.threadIdentifier : missed.request.identifier
        let index = groups.firstIndex { $0.key == key && $0.isThread == isThread } ?? groups.endIndex
        if index == groups.endIndex { groups.append(Group(key: key, isThread: isThread)) }
        groups[index].add(missed, format: format, limit: Self.memberLimit)
        if index > 0, groups[index].relevance > groups[index - 1].relevance {
            groups = groups.stablySorted { $0.relevance > $1.relevance }
        }
        if groups.count > Self.groupLimit { dropped += groups.removeLast().memberCount }
    }

    /// The only group, if all requests belong to it.
    var onlyGroup: Group? { groups.count == 1 && dropped == 0 ? groups.first : nil }
}

extension Digest.Group {
    fileprivate mutating func add(_ missed: MissedRequest, format: String?, limit: Int) {
        let content = missed.request.content
        count += 1
        // The argument count is limited, because an earlier version of Belfry accepted requests with any count.
        let more = min(max(1, content.summaryArgumentCount), Limits.summaryArgumentCount)
        summaryCount = min(summaryCount + more, Digest.most)
        if let format { self.format = format }
        let argument = content.summaryArgument
        if !argument.isEmpty, !arguments.contains(argument), arguments.count < limit { arguments.append(argument) }
        if let index = members.firstIndex(where: { $0.identifier == missed.request.identifier }) {
            members[index].count += 1
            return
        }
        let text = content.title.isEmpty ? content.body : content.title
        let title = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? missed.request.identifier
        memberCount += 1
        members.append(
            Digest.Member(
                identifier: missed.request.identifier, due: missed.due, title: String(title.prefix(120)),
                relevance: content.relevanceScore))
        if members.dropLast().last.map({ $0.relevance < content.relevanceScore }) == true {
            members = members.stablySorted { $0.relevance > $1.relevance }
        }
        if members.count > limit { members.removeLast() }
    }

    /// Text by the category's summary format; nil if the group is no thread, or has only one occurrence, no format, or
    /// no argument for `%@`.
    var summary: String? {
        guard isThread, count > 1, let format, !format.contains("%@") || !arguments.isEmpty else { return nil }
        // The format is filled in one pass, because an argument may contain a percent sign.
        var text = ""
        var rest = Substring(format)
        while let sign = rest.firstIndex(of: "%") {
            text += rest[..<sign]
            rest = rest[sign...].dropFirst()
            switch rest.popFirst() {
            case "u", "d": text += "\(summaryCount)"
            case "@": text += arguments.joined(separator: ", ")
            case "%": text += "%"
            case let other?: text += "%\(other)"
            case nil: text += "%"
            }
        }
        return text + rest
    }
}

extension Array {
    /// Returns the sorted elements; elements that are equal by `precedes` keep their order.
    fileprivate func stablySorted(by precedes: (Element, Element) -> Bool) -> [Element] {
        enumerated().sorted { one, other in
            precedes(one.element, other.element) || !precedes(other.element, one.element) && one.offset < other.offset
        }.map(\.element)
    }
}
