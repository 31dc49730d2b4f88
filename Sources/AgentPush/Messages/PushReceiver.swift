// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentLog
import AgentMachine
import DBus
import EventLoop
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore
import RemotePayload
import Synchronization
import Triggers
import WebPush

/// Takes messages from distributors; before a call is replied to, its message is decrypted, deduplicated and on disk.
struct PushReceiver: Sendable {
    let connection: Connection
    let store: NotificationStore
    let clock: any WallClock
    let logger: Logger
    let pings: PingLedger
    /// Function to call once the store has a retired token, which its distributor must forget.
    let retired: @Sendable () async -> Void
    /// Limit on log lines, so that no provider fills the log.
    let lines = LinePace()
    /// Stores and presents a push; throws only if the distributor must send the message again.
    let deliver: @Sendable (RemotePush) async throws -> PushOutcome

    /// Takes a distributor's message for the registration with this token.
    ///
    /// - Throws: `AccessDenied` if the sender is not the distributor of the token; an error of the store, after which
    ///   the distributor should send the message again. A message that is dropped is no error.
    func receive(_ message: [UInt8], token: String, from sender: String) async throws {
        let arrival = ContinuousClock.now
        defer { rest() }
        guard let registration = try await store.registration(token: token) else {
            try await refuseUnknown(token, from: sender)
            return await drop(.unknownToken, of: "")
        }
        try await check(sender, isOwnerOf: registration.distributor)
        let app = registration.app
        guard (1...WebPushMessage.maximumSize).contains(message.count) else {
            await pings.dropped(token: token, .size)
            return await drop(.size, of: app, detail: "\(message.count) bytes")
        }
        let text: [UInt8]
        do {
            let key = try PrivateKey(registration.privateKey)
            text = try WebPushMessage.decrypt(message, for: key, secret: registration.secret)
        } catch .noLibrary {
            throw BusError.failed(RegistrationFailure.noLibrary.sentence)
        } catch {
            await pings.dropped(token: token, .undecryptable)
            return await drop(.undecryptable, of: app)
        }
        let payload: RemotePayload
        do {
            payload = try RemotePayload(Data(text))
        } catch {
            await pings.dropped(token: token, .invalid)
            return await drop(.invalid, of: app, detail: error.code.rawValue)
        }
        if let name = payload.delivery.ping {
            guard let ping = await pings.arrived(name, token: token, receivedAt: arrival) else {
                return await drop(.unknownPing, of: app)
            }
            // The agent itself made this ping's payload: it has an alert only if the test's caller wanted one.
            guard ping.identifier != nil else { return }
        }
        await note(payload.remarks, of: app)
        // The message's name contains the instance, because a provider may send one payload to several instances.
        let name = payload.delivery.id.map { "\($0.uuidString) \(registration.instance)" } ?? Self.name(of: message)
        try await present(payload, of: app, message: name)
    }

    /// Lets the connection release memory: decrypting and presenting a message load code of no use to an idle agent.
    private func rest() { connection.assumeIsolated { $0.loadHasEnded() } }

    private func present(_ payload: RemotePayload, of app: String, message: String) async throws {
        let content = await payload.content(translatedFor: app)
        let push = RemotePush(payload, content, app: app, message: message, at: clock.now)
        guard !push.isOver(at: clock.now) else { return await drop(.expired, of: app) }
        let outcome = try await deliver(push)
        if let name = payload.delivery.ping { await pings.stored(name, outcome) }
        if case .dropped(let reason) = outcome { await drop(reason, of: app) }
    }

    /// Returns the name of an encrypted message: its random salt and authentication tag, which no other message has.
    private static func name(of message: [UInt8]) -> String {
        Base64URL.encode(message.prefix(16) + message.suffix(16))
    }

    // MARK: - Senders

    /// - Throws: `AccessDenied` unless the connection owns the bus name of a distributor.
    func check(_ sender: String, isOwnerOf distributor: String) async throws {
        guard !distributor.isEmpty, try await connection.owner(of: distributor) == sender else {
            throw Self.denial
        }
    }

    /// Lets a distributor forget a token that has no registration, such as a token of a store that was lost.
    ///
    /// - Throws: `AccessDenied` if the sender is not a distributor. A stranger learns nothing about tokens.
    func refuseUnknown(_ token: String, from sender: String) async throws {
        let link = DistributorLink(connection: connection, logger: logger)
        for name in try await link.names().running where try await connection.owner(of: name) == sender {
            guard (1...RetiredToken.maximumSize).contains(token.utf8.count) else { return }
            try await store.retire(RetiredToken(token: token, distributor: name))
            return await retired()
        }
        throw Self.denial
    }

    private static let denial = BusError.accessDenied("Only the distributor of this registration may call this method.")

    // MARK: - Counters

    /// Counts a dropped message. Neither the log nor the counter has a part of the message's text.
    func drop(_ reason: PushDrop, of app: String, detail: String = "") async {
        if lines.admits("\(app) \(reason.rawValue)") {
            logger.info(
                "Dropped a remote notification",
                metadata: [LogKey.app: "\(app)", LogKey.reason: "\(reason.rawValue)"])
        }
        try? await store.noteDropped(reason.rawValue, of: app, detail: detail, at: clock.now)
    }

    /// Name under which the store keeps the last remark of the agent about an application's payloads.
    static let remark = "remark"

    /// Notes in the store the parts of a payload that the agent ignores. The note has no text for the person, and no
    /// value of the application's own.
    private func note(_ remarks: [JSONRemark], of app: String) async {
        guard !remarks.isEmpty else { return }
        let texts = remarks.prefix(8).map { $0.isPrivate ? "\($0.key) \($0.reason)" : "\($0)" }
        try? await store.noteDropped(Self.remark, of: app, detail: texts.joined(separator: "; "), at: clock.now)
    }
}

/// Admits a line of each kind to the log once a minute; the counters in the store count every message.
final class LinePace: Sendable {
    private let last = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Largest number of remembered kinds, beyond which all kinds are forgotten.
    private static let most = 1000

    func admits(_ kind: String) -> Bool {
        let now = ContinuousClock.now
        return last.withLock { last in
            if let before = last[kind], now - before < .seconds(60) { return false }
            if last.count >= Self.most { last = [:] }
            last[kind] = now
            return true
        }
    }
}

/// The result of storing a push.
package enum PushOutcome: Sendable {
    case taken
    case dropped(PushDrop)
}

/// A reason for which a message is dropped.
package enum PushDrop: String, CaseIterable, Sendable {
    /// No registration has the token.
    case unknownToken
    /// The message is empty or over 4096 bytes.
    case size
    case undecryptable
    /// The payload is no notification.
    case invalid
    /// The payload names a test of the delivery that this agent has not begun, or has forgotten.
    case unknownPing
    /// The person forbids the application to notify.
    case denied
    /// The message came after its expiration.
    case expired
    /// The application has too many requests in the store.
    case tooMany
    /// The application did not reply to a silent push.
    case unanswered
}
