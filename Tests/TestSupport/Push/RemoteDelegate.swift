// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import DBus
internal import Synchronization

/// An application that has attached for remote notifications: records what it is told.
package final class RemoteDelegate: Sendable {
    package let connection: Connection
    package let proxy: AgentProxy
    private let told = Mailbox<(DelegateMethod, [String: Value])>()
    private let responses = Mailbox<[String: Value]>()
    private let reply = Mutex<UInt32?>(0)

    /// Makes the connection and attaches.
    package init(of agent: TestAgent, app: String = TestAgent.app) async throws {
        connection = try agent.connect()
        proxy = agent.proxy(app, on: connection)
        let object = try DelegateObject(
            didReceive: { [weak self] in self?.responses.put($0) },
            remote: { [weak self] method, dictionary in
                self?.told.put((method, dictionary))
                guard let reply = self?.reply.withLock({ $0 }) else { throw BusError.failed("It failed.") }
                return reply
            })
        try await connection.export(object, at: AgentNames.delegatePath)
        try await proxy.attach(["remote": .boolean(true)])
    }

    /// Sets the result of silent pushes; nil is an error.
    package func reply(_ result: UInt32?) { reply.withLock { $0 = result } }

    /// Returns the argument of the next call of a method; other calls before it are skipped.
    package func next(
        _ method: DelegateMethod, file: String = #fileID, line: Int = #line
    ) async throws -> [String: Value] {
        while true {
            let (called, dictionary) = try await told.next(file: file, line: line)
            if called == method { return dictionary }
        }
    }

    package func nextResponse(file: String = #fileID, line: Int = #line) async throws -> [String: Value] {
        try await responses.next(file: file, line: line)
    }

    /// Removes and returns the calls that the test has not read.
    package func takeCalls() -> [DelegateMethod] { told.takeAll().map(\.0) }

    package func close() async { await connection.close() }
}

extension TestAgent {
    /// Registers the application of the tests, and returns the registration that its delegate is told of.
    package func registered(_ options: [String: Value] = [:]) async throws -> [String: Value] {
        let delegate = try await RemoteDelegate(of: self)
        _ = try await proxy().registerForRemoteNotifications(options)
        let registration = try await delegate.next(.didRegister)
        await delegate.close()
        return registration
    }
}
