// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

extension TransferLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, app, badgeCount, authorization, category, untilUnix, request, dueUnix, dateUnix, addedUnix, firedUnix
        case settled, snoozed, state, nag, original, reason, waits, event, command, open, activate, response, lines
        case identifier, kind, detail, instance, vapid, description, status, action, shownUnix, endedUnix
    }

    private enum NagKeys: String, CodingKey, CaseIterable {
        case dueUnix, remaining
    }

    private enum ResponseKeys: String, CodingKey, CaseIterable {
        case kind, actionIdentifier, userText, dateUnix
    }

    private typealias Container = KeyedDecodingContainer<CodingKeys>

    /// Decodes a line of an export, by the line's key `type`.
    ///
    /// - Throws: ``NotificationModel/Refusal`` and `DecodingError`, which name the key.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .type)
        guard let kind = Kind(rawValue: name) else {
            throw Refusal.invalidRequest(
                "type is \"\(name)\"; it must be one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let keys: [CodingKeys]
        switch kind {
        case .belfry:
            self = .header(try TransferHeader(from: decoder))
            return
        case .file:
            self = .file(try TransferFile(from: decoder))
            return
        case .end: keys = [.lines]
        case .application: keys = [.app, .badgeCount, .authorization]
        case .category: keys = [.app, .category]
        case .pause: keys = [.app, .untilUnix]
        case .disabledExtension: keys = [.app, .kind]
        case .registration: keys = [.app, .instance, .vapid, .description]
        case .pending: keys = [.app, .request, .dueUnix, .addedUnix, .firedUnix, .settled, .snoozed]
        case .delivered: keys = [.app, .request, .dateUnix, .dueUnix, .state, .nag, .original]
        case .missed: keys = [.app, .request, .dateUnix, .dueUnix, .reason, .waits]
        case .response: keys = [.app, .request, .dateUnix, .dueUnix, .event, .response]
        case .command: keys = [.app, .request, .dateUnix, .dueUnix, .event, .response, .command, .open, .activate]
        case .history: keys = [.app, .request, .dateUnix, .dueUnix, .status, .action, .shownUnix, .endedUnix]
        case .event: keys = [.app, .identifier, .kind, .dateUnix, .detail]
        }
        try decoder.refuseKeys(otherThan: Set(keys.map(\.rawValue) + [CodingKeys.type.rawValue]))
        if kind == .end {
            self = .end(lines: try container.decode(Int.self, forKey: .lines))
        } else {
            self = .record(try Self.record(kind, container, decoder))
        }
    }

    private static func record(_ kind: Kind, _ container: Container, _ decoder: any Decoder) throws -> StoreRecord {
        let app = try container.decode(String.self, forKey: .app)
        switch kind {
        case .application:
            return .application(
                app, badge: try container.decodeIfPresent(Int.self, forKey: .badgeCount) ?? 0,
                authorization: try container.decodeIfPresent(Authorization.self, forKey: .authorization))
        case .category:
            return .category(app, try container.decode(NotificationModel.Category.self, forKey: .category))
        case .pause: return .pause(app, until: try container.dateIfPresent(.untilUnix))
        case .disabledExtension: return .disabledExtension(app, kind: try container.decode(String.self, forKey: .kind))
        case .registration:
            return .registration(
                RegistrationRecord(
                    app: app, instance: try container.decode(String.self, forKey: .instance),
                    vapid: try container.decodeIfPresent(String.self, forKey: .vapid),
                    description: try container.decode(String.self, forKey: .description)))
        case .pending:
            let settled = try container.decodeIfPresent(String.self, forKey: .settled)
            let reading = settled.flatMap(LocalTime.init)
            guard settled == nil || reading != nil else {
                throw Refusal.invalidRequest("settled is \"\(settled ?? "")\"; it must be like 2026-11-21T18:00:00")
            }
            return .pending(
                PendingRequest(
                    app: app, request: try request(container), due: try container.date(.dueUnix),
                    addedAt: try container.date(.addedUnix), lastFired: try container.dateIfPresent(.firedUnix),
                    isSnoozed: try container.decodeIfPresent(Bool.self, forKey: .snoozed) ?? false, settled: reading))
        case .delivered:
            return .delivered(
                DeliveredRecord(
                    notification: try notification(container, app),
                    state: try container.decode(DeliveredRecord.State.self, forKey: .state),
                    nagging: try nagging(container),
                    original: container.contains(.original) ? try request(container, .original) : nil))
        case .missed:
            return .missed(
                MissedRequest(
                    app: app, request: try request(container), due: try container.date(.dueUnix),
                    date: try container.date(.dateUnix), reason: try container.decode(String.self, forKey: .reason),
                    isWaiting: try container.decodeIfPresent(Bool.self, forKey: .waits) ?? false))
        case .history: return .history(try entry(container, app))
        case .event:
            return .event(
                EventRecord(
                    app: app, identifier: try container.decode(String.self, forKey: .identifier),
                    kind: try container.decode(EventRecord.Kind.self, forKey: .kind),
                    date: try container.date(.dateUnix),
                    detail: try container.decodeIfPresent([String: PropertyListValue].self, forKey: .detail) ?? [:]))
        default:
            let notification = try notification(container, app)
            return .outbox(
                OutboxItem(
                    id: 0, receiver: kind == .response ? .delegate : try receiver(container, decoder),
                    event: try container.decode(String.self, forKey: .event), notification: notification,
                    response: try response(container, to: notification)))
        }
    }

    private static func request(_ container: Container, _ key: CodingKeys = .request) throws -> Request {
        let decoder = try container.superDecoder(forKey: key)
        try decoder.refuseKeys(otherThan: Request.keys)
        return try Request(from: decoder)
    }

    private static func notification(_ container: Container, _ app: String) throws -> NotificationModel.Notification {
        NotificationModel.Notification(
            app: app, request: try request(container), date: try container.date(.dateUnix),
            due: try container.date(.dueUnix))
    }

    private static func nagging(_ container: Container) throws -> DeliveredRecord.Nagging? {
        guard container.contains(.nag) else { return nil }
        try container.superDecoder(forKey: .nag).refuseKeys(otherThan: NagKeys.allCases.map(\.rawValue))
        let nag = try container.nestedContainer(keyedBy: NagKeys.self, forKey: .nag)
        return DeliveredRecord.Nagging(
            due: try nag.date(.dueUnix), remaining: try nag.decodeIfPresent(Int.self, forKey: .remaining))
    }

    private static func receiver(_ container: Container, _ decoder: any Decoder) throws -> Receiver {
        guard container.contains(.command) else { return .opening(try Opening(from: decoder)) }
        return .command(try container.decode(Command.self, forKey: .command))
    }

    private static func response(
        _ container: Container, to notification: NotificationModel.Notification
    ) throws -> Response? {
        guard container.contains(.response) else { return nil }
        try container.superDecoder(forKey: .response).refuseKeys(otherThan: ResponseKeys.allCases.map(\.rawValue))
        let response = try container.nestedContainer(keyedBy: ResponseKeys.self, forKey: .response)
        return Response(
            kind: try response.decode(Response.Kind.self, forKey: .kind),
            actionIdentifier: try response.decode(String.self, forKey: .actionIdentifier),
            userText: try response.decodeIfPresent(String.self, forKey: .userText),
            date: try response.date(.dateUnix), notification: notification)
    }

    // MARK: - Encoding

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .header(let header): return try header.encode(to: encoder)
        case .file(let file): return try file.encode(to: encoder)
        case .end(let lines):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Kind.end, forKey: .type)
            try container.encode(lines, forKey: .lines)
        case .record(let record):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(record.kind.rawValue, forKey: .type)
            try container.encode(record.app, forKey: .app)
            try Self.encode(record, to: &container, encoder)
        }
    }

    private static func entry(_ container: KeyedDecodingContainer<CodingKeys>, _ app: String) throws -> HistoryEntry {
        HistoryEntry(
            notification: try notification(container, app),
            status: try container.decode(HistoryEntry.Status.self, forKey: .status),
            action: try container.decodeIfPresent(String.self, forKey: .action),
            shown: try container.dateIfPresent(.shownUnix), ended: try container.date(.endedUnix))
    }

    private static func encodeAnswer(
        _ answer: Response, to container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        var response = container.nestedContainer(keyedBy: ResponseKeys.self, forKey: .response)
        try response.encode(answer.kind, forKey: .kind)
        try response.encode(answer.actionIdentifier, forKey: .actionIdentifier)
        try response.encodeIfPresent(answer.userText, forKey: .userText)
        try response.encode(answer.date.timeIntervalSince1970, forKey: .dateUnix)
    }

    private static func encodeEnd(
        of entry: HistoryEntry, to container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        try container.encode(entry.status, forKey: .status)
        try container.encodeIfPresent(entry.action, forKey: .action)
        try container.encodeIfPresent(entry.shown?.timeIntervalSince1970, forKey: .shownUnix)
        try container.encodeIfPresent(entry.ended?.timeIntervalSince1970, forKey: .endedUnix)
    }

    private static func encode(
        _ record: StoreRecord, to container: inout KeyedEncodingContainer<CodingKeys>, _ encoder: any Encoder
    ) throws {
        func encode(_ notification: NotificationModel.Notification) throws {
            try container.encode(notification.request, forKey: .request)
            try container.encode(notification.date.timeIntervalSince1970, forKey: .dateUnix)
            try container.encode(notification.due.timeIntervalSince1970, forKey: .dueUnix)
        }
        switch record {
        case .application(_, let badge, let authorization):
            if badge > 0 { try container.encode(badge, forKey: .badgeCount) }
            try container.encodeIfPresent(authorization, forKey: .authorization)
        case .category(_, let category): try container.encode(category, forKey: .category)
        case .pause(_, let until): try container.encodeIfPresent(until?.timeIntervalSince1970, forKey: .untilUnix)
        case .disabledExtension(_, let kind): try container.encode(kind, forKey: .kind)
        case .registration(let registration):
            try container.encode(registration.instance, forKey: .instance)
            try container.encodeIfPresent(registration.vapid, forKey: .vapid)
            try container.encode(registration.description, forKey: .description)
        case .pending(let pending):
            try container.encode(pending.request, forKey: .request)
            try container.encode(pending.due.timeIntervalSince1970, forKey: .dueUnix)
            try container.encode(pending.addedAt.timeIntervalSince1970, forKey: .addedUnix)
            try container.encodeIfPresent(pending.lastFired?.timeIntervalSince1970, forKey: .firedUnix)
            try container.encodeIfPresent(pending.settled?.description, forKey: .settled)
            if pending.isSnoozed { try container.encode(true, forKey: .snoozed) }
        case .delivered(let delivered):
            try encode(delivered.notification)
            try container.encode(delivered.state, forKey: .state)
            try container.encodeIfPresent(delivered.original, forKey: .original)
            guard let nagging = delivered.nagging else { return }
            var nag = container.nestedContainer(keyedBy: NagKeys.self, forKey: .nag)
            try nag.encode(nagging.due.timeIntervalSince1970, forKey: .dueUnix)
            try nag.encodeIfPresent(nagging.remaining, forKey: .remaining)
        case .missed(let missed):
            try encode(Notification(app: missed.app, request: missed.request, date: missed.date, due: missed.due))
            try container.encode(missed.reason, forKey: .reason)
            if missed.isWaiting { try container.encode(true, forKey: .waits) }
        case .outbox(let item):
            try encode(item.notification)
            try container.encode(item.event, forKey: .event)
            switch item.receiver {
            case .delegate: break
            case .command(let command): try container.encode(command, forKey: .command)
            case .opening(let opening): try opening.encode(to: encoder)
            }
            if let answer = item.response { try encodeAnswer(answer, to: &container) }
        case .history(let entry):
            try encode(entry.notification)
            try encodeEnd(of: entry, to: &container)
        case .event(let event):
            try container.encode(event.identifier, forKey: .identifier)
            try container.encode(event.kind, forKey: .kind)
            try container.encode(event.date.timeIntervalSince1970, forKey: .dateUnix)
            if !event.detail.isEmpty { try container.encode(event.detail, forKey: .detail) }
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes the value of a key, in Unix seconds, as a date in the years 1 to 9999.
    fileprivate func date(_ key: Key) throws -> Date {
        let seconds = try decode(Double.self, forKey: key)
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
            throw Refusal.invalidRequest(
                "\(key.stringValue) is \(seconds); it must be Unix seconds of a moment of the years 1 to 9999")
        }
        return Date(timeIntervalSince1970: seconds)
    }

    fileprivate func dateIfPresent(_ key: Key) throws -> Date? { contains(key) ? try date(key) : nil }
}
