// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc

/// Finds out who owns a connection (`research/freedesktop-desktop.md` §8).
///
/// Answers are kept: a unique name never changes its owner.
actor CallerIdentity {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var known: [String: Caller] = [:]
    /// Whether the bus counts processes as we do; nil before it was asked.
    private var countsAlike: Bool?

    /// How many callers are remembered.
    private static let memory = 256

    init(on loop: EventLoop) { self.loop = loop }

    /// - Throws: ``DBus/BusError`` if the caller is gone, or its sandbox can't be read.
    func caller(_ name: String, on connection: Connection) async throws -> Caller {
        if let caller = known[name] { return caller }
        let credentials = try await connection.credentials(of: name)
        guard let processID = credentials.processID, try await countsAlike(connection) else {
            throw BusError.accessDenied("The bus can't tell which process is calling.")
        }
        let origin: ProcessOrigin
        do {
            origin = try ProcessOrigin(
                of: processID, handle: credentials.processFD?.rawValue, label: credentials.securityLabel)
        } catch {
            throw BusError.accessDenied(error.rawValue)
        }
        // Without a handle only its connection shows that it had not ended before it was looked at: that its number was its own.
        if credentials.processFD == nil, try await connection.owner(of: name) == nil {
            throw BusError.accessDenied(ProcessOrigin.Unidentified.gone.rawValue)
        }
        let caller = Caller(connection: name, app: origin.app, isSandboxed: origin.isSandboxed)
        if known.count >= Self.memory { known.removeAll() }
        known[name] = caller
        return caller
    }

    /// In a process name space of our own the bus's numbers would be other processes' here.
    private func countsAlike(_ connection: Connection) async throws -> Bool {
        if let countsAlike { return countsAlike }
        let own = try await connection.credentials(of: connection.uniqueName).processID
        countsAlike = own == getpid()
        return own == getpid()
    }
}
