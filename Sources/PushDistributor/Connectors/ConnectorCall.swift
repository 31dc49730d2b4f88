// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import DistributorStore

/// The calls of a connector's methods, in both versions of UnifiedPush's interface.
enum ConnectorCall {
    /// Largest size in bytes of a message's name on the bus; a longer name is left out.
    private static let maximumNameSize = 100

    static func newEndpoint(_ registration: Registration, _ endpoint: String) -> Message {
        let (token, address) = (Value.string(registration.token), Value.string(endpoint))
        return message(
            registration.service, registration.version, "NewEndpoint", [token, address],
            ["token": token, "endpoint": address])
    }

    static func message(_ item: WaitingMessage, to service: String) -> Message {
        let (token, body) = (Value.string(item.token), Value.bytes(item.body))
        let name = item.name.utf8.count <= maximumNameSize ? item.name : ""
        var options = ["token": token, "message": body]
        if !name.isEmpty { options["id"] = .string(name) }
        return message(service, item.version, "Message", [token, body, .string(name)], options)
    }

    /// Confirms to a connector that the registration has ended, as the connector has asked. In version 1 the token is
    /// empty, as KUnifiedPush sends it.
    static func unregistered(_ registration: Registration) -> Message {
        message(
            registration.service, registration.version, "Unregistered", [.string("")],
            ["token": .string(registration.token)], autoStart: false)
    }

    private static func message(
        _ service: String, _ version: Int, _ member: String, _ first: [Value], _ second: [String: Value],
        autoStart: Bool = true
    ) -> Message {
        .methodCall(
            destination: service, path: DistributorNames.connectorPath,
            interface: DistributorNames.connector(version), member: member,
            arguments: version == 1 ? first : [.properties(second)], autoStart: autoStart)
    }
}

extension ConnectorQueue.Reply {
    /// Reads the result of a call to a connector.
    ///
    /// Version 1 of the interface specifies no replies, so any result of a running connector counts as an
    /// acknowledgement. `hasOwner` says whether anybody owns the connector's name; nil if this is not known.
    init(_ result: Result<Message, BusError>, version: Int, hasOwner: Bool?) {
        guard case .failure(let error) = result else {
            self = .accepted
            return
        }
        if error.isServiceUnknown {
            self = .absent
        } else if version == 1, error == .timeout {
            self = .accepted
        } else if error == .timeout {
            self = hasOwner == false ? .unreached : .unanswered
        } else if error.name == BusError.prefix + "NoReply" {
            self = .crashed
        } else if error.isUnanswered || error.isUnknownCall || Self.isOfBus(error) {
            self = .unreached
        } else if version == 1 {
            self = .accepted
        } else if ["InvalidArgs", "InvalidSignature"].contains(where: { error.name == BusError.prefix + $0 }) {
            self = .refused
        } else {
            self = .failed
        }
    }

    /// Tells whether the bus or systemd sent the error in the connector's place.
    private static func isOfBus(_ error: BusError) -> Bool {
        error.name.hasPrefix("org.freedesktop.systemd1.")
            || ["LimitsExceeded", "NoMemory"].contains { error.name == BusError.prefix + $0 }
    }
}
