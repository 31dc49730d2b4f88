// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationStore

/// A reason for which a registration has no endpoint, in the words of the D-Bus interface.
enum RegistrationFailure: String, CaseIterable, Sendable {
    /// No distributor runs, and none can be started.
    case noDistributor
    /// The distributor did not reply.
    case noReply
    /// The distributor reported an error of its own, or an error that UnifiedPush doesn't define.
    case internalError
    /// The distributor has no network.
    case network
    /// The person must do something in the distributor, such as name a server.
    case actionRequired
    /// The push server accepts only registrations with a provider's key (`vapid`).
    case vapidRequired
    /// The distributor does not accept the registration.
    case unauthorized
    /// The distributor has ended the registration; the agent is making a new registration.
    case unregistered
    /// The machine has no libcrypto of OpenSSL 3, without which no message can be decrypted.
    case noLibrary

    /// Reads the `reason` in a distributor's reply.
    init(wire reason: String) {
        self =
            switch reason {
            case "NETWORK": .network
            case "ACTION_REQUIRED": .actionRequired
            case "VAPID_REQUIRED": .vapidRequired
            case "UNAUTHORIZED": .unauthorized
            default: .internalError
            }
    }

    /// Whether the registration is tried again after a pause; registrations with other failures are tried again once a
    /// day, and whenever a distributor appears.
    var isPassing: Bool {
        switch self {
        case .noReply, .internalError, .network, .unregistered, .noLibrary: true
        case .noDistributor, .actionRequired, .vapidRequired, .unauthorized: false
        }
    }

    /// Whether the registration's earlier endpoint is likely to work in spite of the failure.
    var keepsEndpoint: Bool { isPassing && self != .unregistered }

    /// The sentence that tells the person of the failure.
    var sentence: String {
        switch self {
        case .noDistributor: "no UnifiedPush distributor is installed"
        case .noReply: "the distributor does not reply"
        case .internalError: "the distributor reported an internal error"
        case .network: "the distributor has no network"
        case .actionRequired: "the distributor needs to be set up"
        case .vapidRequired: "the push server requires a VAPID key"
        case .unauthorized: "the distributor refused the registration"
        case .unregistered: "the distributor ended the registration; a new registration is on its way"
        case .noLibrary: "libcrypto.so.3 of OpenSSL is not installed"
        }
    }
}

/// The reply of a distributor to the call that registers a token.
enum DistributorReply: Hashable, Sendable {
    /// The distributor accepted the registration; the endpoint arrives in a separate call, before or after this reply.
    case accepted
    case failed(RegistrationFailure)
}
