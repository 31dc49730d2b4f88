// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import TestSupport

/// A bus with the test object on it, and a client; the object and the client each have a loop and a thread.
struct BusFixture: Sendable {
    let address: String
    let server: Connection
    let client: Connection
    let object: TestObject

    /// Makes a call to the test object.
    func message(_ member: String, _ arguments: [Value] = [], interface: String? = TestObject.interface) -> Message {
        .methodCall(
            destination: server.uniqueName, path: TestObject.path, interface: interface, member: member,
            arguments: arguments)
    }

    /// Calls the test object.
    func call(_ member: String, _ arguments: [Value] = [], timeout: Duration? = .seconds(10)) async throws -> [Value] {
        try await client.call(message(member, arguments), timeout: timeout).arguments
    }

    /// Returns the error that a call ends with; nil if the call succeeds.
    func error(of message: Message) async throws -> BusError? {
        do {
            _ = try await client.call(message, timeout: .seconds(10))
            return nil
        } catch let error as BusError {
            return error
        }
    }
}

/// Runs a test's body with the test object on a private bus.
func withTestObject(_ body: (BusFixture) async throws -> Void) async throws {
    try await withPrivateBus { address in
        try await withLoop { serverLoop in
            try await withLoop { clientLoop in
                let server = try Connection(to: .at(address), on: serverLoop)
                let client = try Connection(to: .at(address), on: clientLoop)
                let object = try TestObject(on: server)
                try await server.export(object, at: TestObject.path)
                do {
                    try await body(BusFixture(address: address, server: server, client: client, object: object))
                } catch {
                    await client.close()
                    await server.close()
                    throw error
                }
                await client.close()
                await server.close()
            }
        }
    }
}

/// Runs a test's body with a loop on its own thread.
func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = EventLoop.onOwnThread(named: "test")
    defer { loop.stop() }
    try await body(loop)
}
