// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A test of the delivery of pushes to one registration: `belfry push test`.
///
/// The agent makes the ping's payload, which has the ping's ``name``. A payload with an unknown name is dropped, so
/// that a provider can't imitate a ping.
package struct Ping: Sendable {
    /// A stage of a push message on its way, in order.
    package enum Stage: String, CaseIterable, Sendable {
        /// A distributor has handed a message of the registration to the agent.
        case received
        /// The message was decrypted, and its payload is the ping's.
        case decrypted
        /// The ping's notification is on disk, and the agent acknowledges the message to the distributor.
        case stored
        /// The notification server has accepted the notification, and returned a number for it.
        case shown
    }

    /// Random name of the ping, which its payload contains.
    package let name: String
    package let app: String
    let token: String
    /// Identifier of the notification; nil for a ping that shows nothing.
    let identifier: String?
    private let begun: ContinuousClock.Instant
    /// Seconds from the beginning of the test to each stage that the ping has reached.
    package private(set) var stages: [Stage: Double] = [:]
    /// The reason why the ping goes no further, such as `undecryptable` or `paused`; nil if the ping has not failed.
    package private(set) var failure: String?

    /// Seconds from the beginning of a ping until the agent forgets the ping.
    static let life = 600.0

    init(app: String, token: String, isShown: Bool, at now: ContinuousClock.Instant) {
        (self.app, self.token, begun) = (app, token, now)
        name = UUID().uuidString.lowercased()
        identifier = isShown ? "push-test-\(name.prefix(8))" : nil
    }

    /// Returns the payload, which has no alert unless the ping is to be shown.
    package func payload(title: String) -> String {
        let alert = Payload.Aps(alert: identifier == nil ? nil : .init(title: title))
        let apns = Payload.Apns(ping: name, collapse: identifier)
        // A payload of nothing but texts can always be encoded.
        return (try? JSONEncoder().encode(Payload(aps: alert, apns: apns)))
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private struct Payload: Encodable {
        struct Alert: Encodable {
            let title: String
        }
        struct Aps: Encodable { let alert: Alert? }
        struct Apns: Encodable {
            let ping: String
            let collapse: String?

            private enum CodingKeys: String, CodingKey {
                case ping = "belfry-ping"
                case collapse = "collapse-id"
            }
        }

        let aps: Aps
        let apns: Apns
    }

    /// Whether the ping can't reach a further stage.
    var isOver: Bool { failure != nil || stages[identifier == nil ? .decrypted : .shown] != nil }

    mutating func reach(_ stage: Stage, at now: ContinuousClock.Instant) {
        guard failure == nil, stages[stage] == nil else { return }
        stages[stage] = (now - begun) / .seconds(1)
    }

    mutating func fail(_ reason: String) { failure = failure ?? reason }

    func isForgotten(at now: ContinuousClock.Instant) -> Bool { (now - begun) / .seconds(1) > Self.life }
}
