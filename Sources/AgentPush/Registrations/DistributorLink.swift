// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLog
import DBus
import Logging
import NotificationStore

/// The distributors on the session bus, and the calls of their methods.
struct DistributorLink: Sendable {
    let connection: Connection
    let logger: Logger

    /// Time for a distributor to reply; it may have to be started first.
    private static let patience = Duration.seconds(25)

    /// The distributors that run or can be started.
    struct Names: Sendable {
        var running: Set<String> = []
        var activatable: Set<String> = []

        var all: Set<String> { running.union(activatable) }
    }

    /// - Throws: ``DBus/BusError`` if the bus is lost.
    func names() async throws -> Names {
        let prefix = PushNames.distributorNamespace + "."
        return Names(
            running: Set(try await connection.names().filter { $0.hasPrefix(prefix) }),
            activatable: Set(try await connection.activatableNames().filter { $0.hasPrefix(prefix) }))
    }

    /// Asks a distributor to register a token.
    func register(_ registration: RemoteRegistration) async -> DistributorReply {
        let name = registration.distributor
        do {
            let isSecond = try await hasSecondVersion(name)
            let service = Value.string(AgentNames.busName)
            let token = Value.string(registration.token)
            let text = Value.string(registration.description)
            guard isSecond else {
                let reply = try await call(name, PushNames.distributor1, "Register", [service, token, text])
                return Self.reply(reply.first?.string, reply.dropFirst().first?.string)
            }
            var options: [String: Value] = ["service": service, "token": token, "description": text]
            if let vapid = registration.vapid { options["vapid"] = .string(vapid) }
            let reply = try await call(name, PushNames.distributor2, "Register", [.properties(options)])
            let answer = reply.first?.properties ?? [:]
            return Self.reply(answer["success"]?.string, answer["reason"]?.string)
        } catch {
            logger.warning(
                "A distributor did not register an application",
                metadata: [
                    LogKey.server: "\(name)", LogKey.app: "\(registration.app)",
                    LogKey.error: "\(ErrorSummary(error))",
                ])
            return .failed(.noReply)
        }
    }

    private static func reply(_ result: String?, _ reason: String?) -> DistributorReply {
        result == "REGISTRATION_SUCCEEDED" ? .accepted : .failed(RegistrationFailure(wire: reason ?? ""))
    }

    /// Asks a distributor to forget a token; returns false if it can't be asked now.
    func unregister(_ retired: RetiredToken) async -> Bool {
        do {
            let token = Value.string(retired.token)
            if try await hasSecondVersion(retired.distributor) {
                _ = try await call(
                    retired.distributor, PushNames.distributor2, "Unregister", [.properties(["token": token])])
            } else {
                // The method of the interface's first version has no reply.
                try await connection.send(message(retired.distributor, PushNames.distributor1, "Unregister", [token]))
            }
            return true
        } catch let error as BusError {
            // A distributor that replies with an error does not know the token.
            return !error.isUnanswered
        } catch {
            return false
        }
    }

    /// Tells whether a distributor has the second version of UnifiedPush's interface.
    private func hasSecondVersion(_ name: String) async throws -> Bool {
        let reply = try await call(name, "org.freedesktop.DBus.Introspectable", "Introspect", [])
        let xml = reply.first?.string ?? ""
        return (try? Interface.all(in: xml).contains { $0.name == PushNames.distributor2 })
            ?? xml.contains(PushNames.distributor2)
    }

    private func call(
        _ name: String, _ interface: String, _ member: String, _ arguments: [Value]
    ) async throws -> [Value] {
        try await connection.call(message(name, interface, member, arguments), timeout: Self.patience).arguments
    }

    private func message(_ name: String, _ interface: String, _ member: String, _ arguments: [Value]) -> Message {
        .methodCall(
            destination: name, path: PushNames.distributorPath, interface: interface, member: member,
            arguments: arguments)
    }
}
