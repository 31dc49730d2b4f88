// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import FoundationEssentials
import NotificationModel
import NotificationStore
import Triggers

extension StoreRecord {
    /// Refuses a record that this version would never store; the rules are those for requests that programs add.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the key, the value and the limit.
    func validate() throws {
        guard ApplicationID.isValid(app) || kind == .pause && app == AgentNames.allApplications else {
            throw Refusal.invalidRequest(
                "app is \"\(app)\"; an application id is 1 to 255 letters, digits, dots, dashes and underscores")
        }
        switch self {
        case .application(_, let badge, _):
            guard UInt32(exactly: badge) != nil else {
                throw Refusal.invalidRequest("badgeCount is \(badge); it must be from 0 to \(UInt32.max)")
            }
        case .category(_, let category): try NotificationModel.Category.validate([category])
        case .pause: break
        case .disabledExtension(_, let kind):
            guard ["service", "content"].contains(kind) else {
                throw Refusal.invalidRequest("kind is \"\(kind)\"; it must be \"service\" or \"content\"")
            }
        case .registration(let registration):
            try RemoteRegistration.check(
                instance: registration.instance, vapid: registration.vapid, description: registration.description)
        case .pending(let pending):
            try Self.validate(pending.request, mayBeOwn: pending.isSnoozed)
            guard pending.isSnoozed || pending.request.trigger != nil else {
                throw Refusal.invalidRequest(
                    "request.trigger is missing; a pending request has one unless it is snoozed")
            }
        case .delivered(let delivered):
            try Self.validate(delivered.notification.request, mayBeOwn: true)
            let remaining = delivered.nagging?.remaining ?? 1
            try Request.check(remaining, "nag.remaining", 1...1000)
            if let original = delivered.original {
                try Self.validate(original, mayBeOwn: true)
                guard original.identifier == delivered.notification.request.identifier else {
                    throw Refusal.invalidRequest("original.identifier is not that of the request")
                }
            }
            guard delivered.nagging == nil || delivered.notification.request.policy.nag != nil else {
                throw Refusal.invalidRequest("nag is given without request.nag")
            }
        case .missed(let missed):
            try Self.validate(missed.request, mayBeOwn: true)
            guard Self.reasons.contains(missed.reason) else {
                throw Refusal.invalidRequest(
                    "reason is \"\(missed.reason)\"; there are \(Self.reasons.joined(separator: ", "))")
            }
        case .outbox(let item): try Self.validate(item)
        case .history(let entry): try Self.validate(entry)
        case .event(let event): try Self.validate(event)
        }
    }

    private static let reasons = [
        "missed", "paused", "quiet", "flood", "skip", "old", "expires", "until", "over", "calendar",
    ]

    private static func validate(_ item: OutboxItem) throws {
        try validate(item.notification.request, mayBeOwn: true)
        let event = item.event.utf8.count
        guard event <= Limits.identifierBytes + "action:".utf8.count else {
            throw Refusal.contentTooLarge("event is \(event) bytes; the limit is \(Limits.identifierBytes)")
        }
        guard item.receiver != .delegate || item.response != nil else {
            throw Refusal.invalidRequest("response is missing")
        }
        let words = item.response?.userText?.utf8.count ?? 0
        guard words <= Limits.userTextBytes else {
            throw Refusal.contentTooLarge("response.userText is \(words) bytes; the limit is \(Limits.userTextBytes)")
        }
        guard case .command(let command) = item.receiver, command.byteCount > Limits.commandBytes else { return }
        throw Refusal.contentTooLarge("command is \(command.byteCount) bytes; the limit is \(Limits.commandBytes)")
    }

    private static func validate(_ entry: HistoryEntry) throws {
        try validate(entry.notification.request, mayBeOwn: true)
        guard !entry.status.isOpen else {
            throw Refusal.invalidRequest("status is \"\(entry.status.rawValue)\", which is no end of a notification")
        }
        guard entry.notification.request.content.attachments.isEmpty else {
            throw Refusal.invalidRequest("request.attachments is given; an entry of the history has no files")
        }
        guard let action = entry.action else { return }
        try Request.check(action, "action", atMost: Limits.identifierBytes)
    }

    private static func validate(_ event: EventRecord) throws {
        try Request.check(event.identifier, "identifier", atMost: Limits.identifierBytes)
        try PropertyListValue.validate(event.detail, "detail")
    }

    /// Validates a request; with `mayBeOwn` it may be one of the agent's own, such as a digest.
    private static func validate(_ request: Request, mayBeOwn: Bool) throws {
        var request = request
        let isOwn = request.identifier.hasPrefix(Limits.reservedPrefix)
        if mayBeOwn, isOwn, request.identifier.utf8.count <= Limits.identifierBytes { request.identifier = "own" }
        do {
            try request.validate()
            // A snoozed or fired request no longer needs its place's area, which an export may lack.
            if request.trigger?.region?.hasNameOnly != true || !mayBeOwn { try request.trigger?.validate() }
        } catch let refusal as Refusal {
            throw Refusal(refusal.code, "request.\(refusal.message)")
        }
    }
}
