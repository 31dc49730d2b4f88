// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
package import DBus
package import EventLoop
import Glibc

/// Identifies the application that owns a connection (`research/freedesktop-desktop.md` §8).
///
/// Results are cached: a unique name never changes its owner.
package actor CallerIdentity: LoopActor {
    package nonisolated let loop: EventLoop

    private var known: [String: Caller] = [:]
    /// Whether the bus and the agent share a PID namespace; nil until the bus was asked.
    private var countsAlike: Bool?

    /// The largest number of cached callers.
    private static let memory = 256

    package init(on loop: EventLoop) { self.loop = loop }

    /// - Throws: ``DBus/BusError`` if the caller is gone, or its sandbox can't be identified.
    package func caller(_ name: String, on connection: Connection) async throws -> Caller {
        if let caller = known[name] { return caller }
        let credentials = try await connection.credentials(of: name)
        guard let processID = credentials.processID, try await countsAlike(connection) else {
            throw BusError.accessDenied("The bus can't tell which process is calling.")
        }
        let origin = try await Self.origin(of: processID, credentials)
        // Without a pidfd, an open connection is the only proof that the caller's PID had not been reused.
        if credentials.processFD == nil, try await connection.owner(of: name) == nil {
            throw BusError.accessDenied(ProcessOrigin.Unidentified.gone.rawValue)
        }
        let caller = Caller(connection: name, app: origin.app, isSandboxed: origin.isSandboxed)
        if known.count >= Self.memory { known.removeAll() }
        known[name] = caller
        return caller
    }

    /// Identifies the caller; a sandboxed agent asks its helper process. Unidentified callers are refused.
    private static func origin(of processID: Int32, _ credentials: Credentials) async throws -> ProcessOrigin {
        let handle = credentials.processFD
        // The pidfd must stay open until it has been sent to the helper process.
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
            throw BusError.accessDenied("The caller can't be identified: the agent's helper process is not running.")
        }
    }

    /// Returns whether the bus and the agent share a PID namespace; if not, the agent can't use the bus's PIDs.
    private func countsAlike(_ connection: Connection) async throws -> Bool {
        if let countsAlike { return countsAlike }
        let isAlike = try await connection.credentials(of: connection.uniqueName).processID == getpid()
        countsAlike = isAlike
        return isAlike
    }
}

/// The application that calls, as the bus and the kernel identify it.
package struct Caller: Hashable, Sendable {
    /// The unique name of the caller's connection.
    package let connection: String
    /// The caller's application id.
    package let app: String
    /// Whether the caller is sandboxed: it may act only for itself, and name no command and no path.
    package let isSandboxed: Bool

    /// Refuses sandboxed callers: the report of `belfry doctor` is also about other applications.
    ///
    /// - Throws: `AccessDenied`.
    package func checkMayDiagnose() throws {
        guard isSandboxed else { return }
        throw BusError.accessDenied("\(app) is sandboxed; sandboxed applications may not read the doctor's report.")
    }
}
