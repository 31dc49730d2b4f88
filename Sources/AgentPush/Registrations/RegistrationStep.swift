// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationStore
import WebPush

enum RegistrationEvent: Sendable {
    /// The registration is to be made, or made again, with a distributor; nil if there is no distributor.
    case begin(distributor: String?)
    case replied(DistributorReply)
    /// The distributor has named the address to which providers send their messages.
    case endpoint(String)
    /// The distributor has ended the registration by itself.
    case unregistered
}

/// A consequence of an event, for the registrar to carry out once the new state is on disk.
enum RegistrationEffect: Hashable, Sendable {
    /// The distributor is asked to register the token.
    case register
    /// The application is told of the new state.
    case tell
    /// The registration begins again after a pause.
    case retry
}

/// The random parts of a registration: its token and its keys.
struct RegistrationKeys: Sendable {
    let token: String
    let privateKey: [UInt8]
    let secret: [UInt8]

    /// - Throws: ``WebPush/WebPushError/noLibrary``.
    init() throws(WebPushError) {
        token = UUID().uuidString.lowercased()
        privateKey = try PrivateKey.random().scalar
        secret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    }
}

/// The transitions of a registration: pending, registered, failed.
///
///     begin ──▶ pending ──endpoint──▶ registered ──unregistered──▶ pending (with another token)
///                  └──refused──▶ failed ──begin──▶ pending
extension RemoteRegistration {
    /// Changes the state after an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - fresh: Random parts, which are used if the registration needs another token.
    /// - Returns: The consequences, in order.
    mutating func handle(_ event: RegistrationEvent, fresh: RegistrationKeys) -> [RegistrationEffect] {
        switch event {
        case .begin(nil): return fail(.noDistributor)
        case .begin(let distributor?):
            if renews {
                renew(fresh, withKeys: true)
            } else if distributor != self.distributor, !self.distributor.isEmpty {
                renew(fresh, withKeys: false)
            }
            self.distributor = distributor
            return [.register]
        case .replied(.accepted):
            // The endpoint usually came before this reply; if it never arrives, the agent asks for an endpoint again.
            let later: [RegistrationEffect] = endpoint == nil ? [.retry] : []
            guard state == .failed else { return later }
            return change(to: endpoint == nil ? .pending : .registered, nil) + later
        case .replied(.failed(let failure)):
            if state == .registered, failure.keepsEndpoint { return [.retry] }
            return fail(failure) + (failure.isPassing ? [.retry] : [])
        case .endpoint(let address):
            guard address != endpoint || state != .registered else { return [] }
            endpoint = address
            return change(to: .registered, nil)
        case .unregistered:
            renew(fresh, withKeys: false)
            return change(to: .pending, .unregistered) + [.retry]
        }
    }

    /// Gives the registration another token; the former endpoint is lost.
    private mutating func renew(_ fresh: RegistrationKeys, withKeys: Bool) {
        token = fresh.token
        if withKeys { (privateKey, secret) = (fresh.privateKey, fresh.secret) }
        renews = false
        endpoint = nil
        (state, reason) = (.pending, nil)
        isTold = true
    }

    private mutating func fail(_ failure: RegistrationFailure) -> [RegistrationEffect] {
        if !failure.keepsEndpoint { endpoint = nil }
        guard state != .failed || reason != failure.rawValue else { return isTold ? [] : [.tell] }
        return change(to: .failed, failure)
    }

    private mutating func change(to state: State, _ failure: RegistrationFailure?) -> [RegistrationEffect] {
        self.state = state
        reason = failure?.rawValue
        isTold = false
        return [.tell]
    }
}
