// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc
import TestSupport
import Testing

/// Programs of other D-Bus libraries call and introspect the test object.
@Suite struct StrangerTests {
    private func gdbus(_ bus: BusFixture, _ command: String, _ arguments: [String]) async throws -> Stranger {
        try await Stranger.run(
            "gdbus", [command, "--session", "--dest", bus.server.uniqueName, "--object-path"] + arguments,
            on: bus.address)
    }

    private func busctl(_ bus: BusFixture, _ arguments: [String]) async throws -> Stranger {
        try await Stranger.run("busctl", ["--user", "--no-pager"] + arguments, on: bus.address)
    }

    @Test func `gdbus introspects the object, and the XML has its comments`() async throws {
        try await withTestObject { bus in
            let program = try await gdbus(bus, "introspect", [TestObject.path.rawValue, "--xml"])

            #expect(program.status == 0)
            for part in [
                "<interface name=\"org.belfry.Test\">", "<!-- Echo gives back what it got. -->",
                "<interface name=\"org.freedesktop.DBus.Properties\">", "name=\"PropertiesChanged\"",
                "<interface name=\"org.freedesktop.DBus.Introspectable\">",
                "<interface name=\"org.freedesktop.DBus.Peer\">", "value=\"&lt;percent&gt;\"",
            ] {
                #expect(program.output.contains(part), "\(part)")
            }
        }
    }

    @Test func `gdbus lists the objects below the root`() async throws {
        try await withTestObject { bus in
            try await bus.server.export(bus.object, at: "/org/belfry/Test/deeper/still")

            let program = try await gdbus(bus, "introspect", ["/", "--recurse"])

            #expect(program.status == 0)
            for part in ["node /org/belfry/Test {", "Add(in  i a,", "node /org/belfry/Test/deeper/still {"] {
                #expect(program.output.contains(part), "\(part) in \(program.output)")
            }
        }
    }

    @Test(arguments: [
        ("<byte 0x07>", "<byte 0x07>"), ("<true>", "<true>"), ("<int16 -5>", "<int16 -5>"),
        ("<uint16 5>", "<uint16 5>"), ("<-5>", "<-5>"), ("<uint32 5>", "<uint32 5>"),
        ("<int64 -9223372036854775808>", "<int64 -9223372036854775808>"),
        ("<uint64 18446744073709551615>", "<uint64 18446744073709551615>"), ("<-0.5>", "<-0.5>"),
        ("<'Grüße 👋'>", "<'Grüße 👋'>"), ("<objectpath '/a/b'>", "<objectpath '/a/b'>"),
        ("<signature 'a{sv}'>", "<signature 'a{sv}'>"), ("<@as []>", "<@as []>"), ("<['a', 'b']>", "<['a', 'b']>"),
        ("<[byte 0x01, 0x02]>", "<[byte 0x01, 0x02]>"), ("<@ay []>", "<@ay []>"),
        ("<(1, 'two', (3.5,))>", "<(1, 'two', (3.5,))>"), ("<{uint32 1: ['x']}>", "<{uint32 1: ['x']}>"),
        ("<{'a': <1>}>", "<{'a': <1>}>"), ("<@a{sv} {}>", "<@a{sv} {}>"), ("<<<'deep'>>>", "<<<'deep'>>>"),
        ("<@aa{sv} [{}, {'k': <@as []>}]>", "<[@a{sv} {}, {'k': <@as []>}]>"),
    ])
    func `gdbus gets every type back that it sends`(sent: String, received: String) async throws {
        try await withTestObject { bus in
            let program = try await gdbus(
                bus, "call", [TestObject.path.rawValue, "--method", "org.belfry.Test.Echo", sent])

            #expect(program.output == "(\(received),)")
            #expect(program.status == 0, "\(program.errors)")
        }
    }

    @Test func `gdbus gets the standard errors`() async throws {
        try await withTestObject { bus in
            for (method, argument, code) in [
                ("org.belfry.Test.Nothing", "1", "UnknownMethod"), ("org.belfry.Test.Add", "1", "InvalidArgs"),
                ("org.belfry.Other.Echo", "1", "UnknownInterface"),
            ] {
                let program = try await gdbus(
                    bus, "call", [TestObject.path.rawValue, "--method", method, argument])

                #expect(program.status != 0)
                #expect(program.errors.contains("org.freedesktop.DBus.Error.\(code)"), "\(program.errors)")
            }
        }
    }

    @Test func `gdbus waits for the test's bus name`() async throws {
        try await withTestObject { bus in
            _ = try await bus.server.requestName("org.belfry.Test.Waited")

            // `wait` ends when the name is owned: gdbus resolves and watches the name.
            let program = try await Stranger.run(
                "gdbus", "wait", "--session", "org.belfry.Test.Waited", on: bus.address)

            #expect(program.status == 0)
        }
    }

    @Test func `busctl introspects, reads, sets and calls`() async throws {
        try await withTestObject { bus in
            let (name, path, interface) = (bus.server.uniqueName, TestObject.path.rawValue, TestObject.interface)

            let introspection = try await busctl(bus, ["introspect", name, path])
            let tree = try await busctl(bus, ["tree", "--list", name])
            let sum = try await busctl(bus, ["call", name, path, interface, "Add", "ii", "2", "3"])
            let echo = try await busctl(
                bus, ["call", name, path, interface, "Echo", "v", "a{sv}", "1", "k", "as", "1", "x"])
            let set = try await busctl(bus, ["set-property", name, path, interface, "Volume", "u", "70"])
            let volume = try await busctl(bus, ["get-property", name, path, interface, "Volume"])
            let wrong = try await busctl(bus, ["call", name, path, interface, "Add", "is", "2", "3"])
            let readOnly = try await busctl(bus, ["set-property", name, path, interface, "Version", "s", "2"])

            #expect(introspection.status == 0, "\(introspection.errors)")
            #expect(introspection.output.contains("org.belfry.Test"))
            #expect(introspection.output.contains(".EchoText"))
            #expect(introspection.output.contains("emits-change writable"))
            #expect(tree.output.split(separator: "\n").contains("/org/belfry/Test"))
            #expect(sum.output == "i 5")
            #expect(echo.output == "v a{sv} 1 \"k\" as 1 \"x\"")
            #expect(set.status == 0, "\(set.errors)")
            #expect(volume.output == "u 70")
            #expect(wrong.status != 0)
            #expect(readOnly.status != 0)
        }
    }

    @Test func `a Python program calls, receives signals, and sends megabytes and file descriptors`() async throws {
        try await withTestObject { bus in
            let program = try await Stranger.run(
                Program.python, "-c", Self.script, bus.address, bus.server.uniqueName, TestObject.path.rawValue,
                on: bus.address
            )

            #expect(program.status == 0, "\(program.errors)")
            #expect(program.output == "done")
        }
    }

    @Test func `10,000 calls of a Python program in flight are answered in order`() async throws {
        try await withTestObject { bus in
            let program = try await Stranger.run(
                Program.python, "-c", Self.flood, bus.address, bus.server.uniqueName, TestObject.path.rawValue,
                on: bus.address)

            #expect(program.status == 0, "\(program.errors)")
            #expect(program.output == "10000")
        }
    }

    @Test func `a Python service is called, and its wrong replies do no harm`() async throws {
        try await withTestObject { bus in
            let started = Mailbox<String>()
            try await bus.client.watch(name: "org.belfry.Test.Python") { _, new in if let new { started.put(new) } }
            let process = try spawn([Program.python, "-c", Self.service, bus.address])
            defer {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
            let name = try await started.next()
            func call(_ member: String, _ arguments: [Value] = []) -> Message {
                .methodCall(
                    destination: name, path: "/", interface: "org.belfry.Test.Python", member: member,
                    arguments: arguments)
            }

            for value in ValueTests.all {
                let reply = try await bus.client.call(call("Echo", [.variant(value)]))
                #expect(reply.arguments == [.variant(value)])
            }
            let error = try await bus.error(of: call("Error"))
            let bare = try await bus.error(of: call("BareError"))
            let large = try await bus.error(of: call("Large"))
            // The second reply to a call is dropped.
            let twice = try await bus.client.call(call("Twice"))
            let after = try await bus.client.call(call("Echo", [.variant(.int32(1))]))

            #expect(error == BusError(name: "org.belfry.Error.Teapot", message: "short and stout"))
            #expect(bare == BusError(name: "org.belfry.Error.Bare", message: ""))
            #expect(large?.name == "org.freedesktop.DBus.Error.LimitsExceeded")
            #expect(twice.arguments == [.string("once")])
            #expect(after.arguments == [.variant(.int32(1))])
        }
    }
}
