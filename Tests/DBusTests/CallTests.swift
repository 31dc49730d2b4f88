// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import TestSupport
import Testing

@Suite struct CallTests {
    @Test func `a call is answered`() async throws {
        try await withTestObject { bus in
            try #expect(await bus.call("Add", [.int32(2), .int32(3)]) == [.int32(5)])
        }
    }

    @Test func `a call without an interface reaches the method`() async throws {
        try await withTestObject { bus in
            let reply = try await bus.client.call(bus.message("Add", [.int32(2), .int32(3)], interface: nil))

            #expect(reply.arguments == [.int32(5)])
        }
    }

    @Test(
        arguments: [
            ("Nothing", [], TestObject.interface, "UnknownMethod"),
            ("Nothing", [], nil, "UnknownMethod"),
            ("Add", [], "org.belfry.Other", "UnknownInterface"),
            ("Add", [.int32(1)], TestObject.interface, "InvalidArgs"),
            ("Add", [.int32(1), .uint32(2)], TestObject.interface, "InvalidArgs"),
            ("Add", [.int32(1), .int32(2), .int32(3)], TestObject.interface, "InvalidArgs"),
            ("Introspect", [.int32(1)], "org.freedesktop.DBus.Introspectable", "InvalidArgs"),
            ("Ping", [.int32(1)], "org.freedesktop.DBus.Peer", "InvalidArgs"),
            ("Pong", [], "org.freedesktop.DBus.Peer", "UnknownMethod"),
            ("Get", [.string("org.belfry.Test")], "org.freedesktop.DBus.Properties", "InvalidArgs"),
            ("Take", [], "org.freedesktop.DBus.Properties", "UnknownMethod"),
            ("Wrong", [], TestObject.interface, "Failed"),
            ("Fail", [.string("")], TestObject.interface, "Failed"),
            ("Fail", [.string("no error name")], TestObject.interface, "Failed"),
        ] as [(String, [Value], String?, String)])
    func `a wrong call gets the standard error`(
        member: String, arguments: [Value], interface: String?, code: String
    ) async throws {
        try await withTestObject { bus in
            let error = try await bus.error(of: bus.message(member, arguments, interface: interface))

            #expect(error?.name == "org.freedesktop.DBus.Error." + code)
            #expect(error?.message.isEmpty == false)
        }
    }

    @Test func `a call to a missing or removed object is refused`() async throws {
        try await withTestObject { bus in
            var call = Message.methodCall(
                destination: bus.server.uniqueName, path: "/nowhere", interface: TestObject.interface, member: "Add")
            try #expect(await bus.error(of: call)?.name == "org.freedesktop.DBus.Error.UnknownObject")

            await bus.server.unexport(at: TestObject.path)

            call = bus.message("Add", [.int32(1), .int32(2)])
            try #expect(await bus.error(of: call)?.name == "org.freedesktop.DBus.Error.UnknownObject")
        }
    }

    @Test func `an error keeps its name and its message`() async throws {
        try await withTestObject { bus in
            let error = try await bus.error(of: bus.message("Fail", [.string("org.belfry.Error.Teapot")]))

            #expect(error == BusError(name: "org.belfry.Error.Teapot", message: "as you asked"))
        }
    }

    @Test func `a call to a name without an owner fails`() async throws {
        try await withTestObject { bus in
            let error = try await bus.error(
                of: .methodCall(destination: "org.belfry.Nobody", path: "/", interface: nil, member: "Add"))

            #expect(error?.isServiceUnknown == true)
        }
    }

    @Test func `a call that takes too long fails, and its late reply is dropped`() async throws {
        try await withTestObject { bus in
            await #expect(throws: BusError.timeout) { try await bus.call("Wait", timeout: .milliseconds(20)) }

            await bus.object.release()

            try #expect(await bus.call("Add", [.int32(2), .int32(3)]) == [.int32(5)])
        }
    }

    @Test func `the time for a reply that is waited for later runs from the wait on`() async throws {
        try await withTestObject { bus in
            let sum = await bus.client.begin(bus.message("Add", [.int32(2), .int32(3)]))
            let silent = await bus.client.begin(bus.message("Wait", []))
            await #expect(throws: BusError.timeout) {
                try await bus.client.reply(to: silent, timeout: .milliseconds(20))
            }
            // The reply came long before this wait.
            let reply = try await bus.client.reply(to: sum, timeout: .seconds(10))
            #expect(reply.arguments == [.int32(5)])
            let cancelled = Task {
                try await bus.client.reply(to: bus.client.begin(bus.message("Wait", [])), timeout: .seconds(10))
            }
            cancelled.cancel()
            await #expect(throws: BusError.self) { try await cancelled.value }
        }
    }

    @Test func `the shorter of two time limits applies`() async throws {
        try await withTestObject { bus in
            let ends = Mailbox<String>()
            await withTaskGroup(of: Void.self) { group in
                for (name, limit) in [("long", 60), ("short", 20), ("longest", 90)] {
                    group.addTask {
                        _ = try? await bus.call("Wait", timeout: .milliseconds(limit))
                        ends.put(name)
                    }
                }
            }

            for name in ["short", "long", "longest"] { try #expect(await ends.next() == name) }
        }
    }

    @Test func `a cancelled call ends at once, and the connection works on`() async throws {
        try await withTestObject { bus in
            let call = Task { try await bus.call("Wait", timeout: nil) }
            for await _ in bus.object.waiting { break }

            call.cancel()

            await #expect(throws: CancellationError.self) { try await call.value }
            await bus.object.release()
            try #expect(await bus.call("Add", [.int32(2), .int32(3)]) == [.int32(5)])
        }
    }

    @Test func `a call of a cancelled task is not sent`() async throws {
        try await withTestObject { bus in
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await bus.call("Wait", timeout: nil)
            }

            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    @Test func `a closed connection sends nothing, and its calls don't wait`() async throws {
        try await withTestObject { bus in
            let call = Task { try await bus.call("Wait", timeout: nil) }
            for await _ in bus.object.waiting { break }

            await bus.client.close()

            await #expect(throws: BusError.disconnected) { try await call.value }
            await #expect(throws: BusError.disconnected) { try await bus.call("Add", [.int32(2), .int32(3)]) }
            await #expect(throws: BusError.disconnected) {
                try await bus.client.send(.signal(path: "/", interface: "a.b", member: "C"))
            }
            await bus.object.release()
        }
    }

    @Test func `the end of the bus is an event, and pending calls fail`() async throws {
        try await withPrivateBusDaemon { daemon in
            try await withLoop { loop in
                let (client, server) = (
                    try Connection(to: .at(daemon.address), on: loop), try Connection(to: .at(daemon.address), on: loop)
                )
                let object = try TestObject(on: server)
                try await server.export(object, at: TestObject.path)
                let events = Mailbox<String>()
                await client.setDisconnectHandler { events.put("disconnected") }
                let call = Task {
                    try await client.call(
                        .methodCall(
                            destination: server.uniqueName, path: TestObject.path, interface: nil, member: "Wait"),
                        timeout: nil)
                }
                for await _ in object.waiting { break }

                daemon.kill()

                try #expect(await events.next() == "disconnected")
                await #expect(throws: BusError.disconnected) { try await call.value }
                #expect(await !client.isOpen)
                await object.release()
            }
        }
    }

    @Test func `a missing bus is an error, and does not end the program`() async throws {
        let loop = EventLoop()

        #expect(throws: BusError.self) { try Connection(to: .at("unix:path=/nowhere/bus"), on: loop) }
        #expect(throws: BusError.self) { try Connection(to: .at("nonsense"), on: loop) }
        #expect(throws: BusError.self) { try Connection(to: .at("unix:path=/tmp\0"), on: loop) }
    }

    @Test func `names that libdbus reserves are refused, and the connection works on`() async throws {
        try await withTestObject { bus in
            let destination = bus.server.uniqueName
            for message in [
                Message.methodCall(
                    destination: destination, path: "/", interface: "org.freedesktop.DBus.Local", member: "Disconnected"
                ),
                .methodCall(
                    destination: destination, path: "/org/freedesktop/DBus/Local", interface: nil,
                    member: "Disconnected"),
                .methodCall(destination: "not a name", path: "/", interface: nil, member: "Add"),
                .methodCall(destination: destination, path: "/", interface: "nodots", member: "Add"),
                .methodCall(destination: destination, path: "/", interface: nil, member: "with.dot"),
                .methodCall(destination: destination, path: "/", interface: nil, member: "NUL\0"),
            ] {
                try #expect(await bus.error(of: message)?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            }

            try #expect(await bus.call("Add", [.int32(2), .int32(3)]) == [.int32(5)])
        }
    }

    @Test func `a connection that closes cancels the calls that it is handling`() async throws {
        try await withTestObject { bus in
            let call = Task { try await bus.call("WaitUntilCancelled", timeout: nil) }
            for await _ in bus.object.waiting { break }

            await bus.server.close()

            // The bus tells the caller that no reply will come.
            await #expect(throws: BusError.self) { try await call.value }
            for await event in bus.object.waiting where event == "cancelled" { break }
        }
    }

    @Test func `a reply closure is called in order with signals`() async throws {
        try await withTestObject { bus in
            let events = Mailbox<String>()
            try await bus.client.subscribe(to: MatchRule(member: "Emitted")) { signal in
                events.put(signal.arguments.first?.string ?? "")
            }

            for number in 0..<100 {
                await bus.client.start(bus.message("Emit", [.string("signal \(number)")])) { _ in
                    events.put("reply \(number)")
                }
            }

            for number in 0..<100 {
                try #expect(await events.next() == "signal \(number)")
                try #expect(await events.next() == "reply \(number)")
            }
        }
    }

    @Test func `any connection replies to Ping and to the machine's id at any path`() async throws {
        try await withTestObject { bus in
            func peer(_ member: String) -> Message {
                .methodCall(
                    destination: bus.server.uniqueName, path: "/any/where", interface: "org.freedesktop.DBus.Peer",
                    member: member)
            }

            let pong = try await bus.client.call(peer("Ping"))
            let machine = try await bus.client.call(peer("GetMachineId"))

            #expect(pong.arguments.isEmpty)
            #expect(machine.arguments.first?.string?.utf8.count == 32)
        }
    }
}
