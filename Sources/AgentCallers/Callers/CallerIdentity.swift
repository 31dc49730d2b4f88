// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
package import DBus
package import EventLoop
import Glibc

/// Finds out who owns a connection (`research/freedesktop-desktop.md` §8).
///
/// Answers are kept: a unique name never changes its owner.
package actor CallerIdentity {
    nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var known: [String: Caller] = [:]
    /// Whether the bus counts processes as we do; nil before it was asked.
    private var countsAlike: Bool?

    /// How many callers are remembered.
    private static let memory = 256

    package init(on loop: EventLoop) { self.loop = loop }

    /// - Throws: ``DBus/BusError`` if the caller is gone, or its sandbox can't be read.
    package func caller(_ name: String, on connection: Connection) async throws -> Caller {
        if let caller = known[name] { return caller }
        let credentials = try await connection.credentials(of: name)
        guard let processID = credentials.processID, try await countsAlike(connection) else {
            throw BusError.accessDenied("The bus can't tell which process is calling.")
        }
        let origin = try await Self.origin(of: processID, credentials)
        // Without a handle only its connection shows that it had not ended before it was looked at: that its number was its own.
        if credentials.processFD == nil, try await connection.owner(of: name) == nil {
            throw BusError.accessDenied(ProcessOrigin.Unidentified.gone.rawValue)
        }
        let caller = Caller(connection: name, app: origin.app, isSandboxed: origin.isSandboxed)
        if known.count >= Self.memory { known.removeAll() }
        known[name] = caller
        return caller
    }

    /// From a unit that keeps the agent from seeing other processes its other half looks; whoever can't be looked at is refused.
    private static func origin(of processID: Int32, _ credentials: Credentials) async throws -> ProcessOrigin {
        let handle = credentials.processFD
        // Open until it has been sent.
        defer { withExtendedLifetime(handle) {} }
        guard let link = UnsandboxedLink.shared else {
            do {
                return try ProcessOrigin(of: processID, handle: handle?.rawValue, label: credentials.securityLabel)
            } catch {
                throw BusError.accessDenied(error.rawValue)
            }
        }
        let request = UnsandboxedRequest.origin(processID, label: credentials.securityLabel)
        switch try? await link.ask(request, handle.map { [$0.rawValue] } ?? []) {
        case .origin(let app, let isSandboxed)?: return ProcessOrigin(app: app, isSandboxed: isSandboxed)
        case .unidentified(let why)?: throw BusError.accessDenied(why)
        default:
            throw BusError.accessDenied("The caller can't be identified: the agent's way out of its sandbox is lost.")
        }
    }

    /// In a process name space of our own the bus's numbers would be other processes' here.
    private func countsAlike(_ connection: Connection) async throws -> Bool {
        if let countsAlike { return countsAlike }
        let own = try await connection.credentials(of: connection.uniqueName).processID
        countsAlike = own == getpid()
        return own == getpid()
    }
}
