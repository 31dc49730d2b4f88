// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import TestSupport

/// The interface that the tests export and call.
let testInterfaceXML = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.belfry.Test">
        <!-- Echo gives back what it got. -->
        <method name="Echo">
          <arg name="value" type="v" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="Add">
          <arg name="a" type="i"/>
          <arg name="b" type="i"/>
          <arg name="sum" type="i" direction="out"/>
        </method>
        <method name="EchoText">
          <arg name="text" type="s" direction="in"/>
          <arg name="text" type="s" direction="out"/>
        </method>
        <method name="Fail">
          <arg name="name" type="s" direction="in"/>
        </method>
        <method name="Wait"/>
        <method name="WaitInside"/>
        <method name="WaitUntilCancelled"/>
        <method name="Wrong">
          <arg name="number" type="u" direction="out"/>
        </method>
        <method name="Emit">
          <arg name="text" type="s" direction="in"/>
        </method>
        <signal name="Emitted">
          <arg name="text" type="s"/>
        </signal>
        <property name="Volume" type="u" access="readwrite">
          <annotation name="org.belfry.Unit" value="&lt;percent&gt;"/>
        </property>
        <property name="Version" type="s" access="read"/>
        <property name="Secret" type="s" access="write"/>
      </interface>
    </node>
    """

/// An exported object whose methods a test sets.
actor TestObject: LoopActor, ExportedObject {
    nonisolated let connection: Connection
    nonisolated let interfaces: [Interface]
    nonisolated var loop: EventLoop { connection.loop }
    private(set) var volume: UInt32 = 50
    private var waiters: [CheckedContinuation<Void, Never>] = []
    let waiting: AsyncStream<String>
    private let waitingContinuation: AsyncStream<String>.Continuation

    init(on connection: Connection) throws {
        self.connection = connection
        interfaces = [try Interface(xml: testInterfaceXML)]
        (waiting, waitingContinuation) = AsyncStream.makeStream()
    }

    static let path: ObjectPath = "/org/belfry/Test"
    static let interface = "org.belfry.Test"

    /// Lets every waiting call of Wait continue.
    func release() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func answer(_ call: MethodCall) async throws -> [Value] {
        switch (call.member, call.arguments.first) {
        case ("Echo", let value?), ("EchoText", let value?): return [value]
        case ("Add", .int32(let a)?):
            guard case .int32(let b) = call.arguments[1] else { throw BusError.invalidArguments("b") }
            let (sum, overflow) = a.addingReportingOverflow(b)
            guard !overflow else { throw BusError(name: "org.belfry.Error.TooLarge", message: "\(a) + \(b)") }
            return [.int32(sum)]
        case ("Fail", .string(let name)?):
            struct Plain: Error {}
            if name.isEmpty { throw Plain() }
            throw BusError(name: name, message: "as you asked")
        case ("Wait", _), ("WaitInside", _):
            if call.member == "Wait" { call.letNextCallsPass() }
            await withCheckedContinuation { continuation in
                waiters.append(continuation)
                waitingContinuation.yield(call.sender)
            }
            return []
        case ("WaitUntilCancelled", _):
            waitingContinuation.yield(call.sender)
            // This wait ends by cancellation only.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            waitingContinuation.yield("cancelled")
            return []
        case ("Wrong", _): return [.string("not a number")]
        case ("Emit", let text?):
            try await connection.send(
                .signal(path: Self.path, interface: Self.interface, member: "Emitted", arguments: [text]))
            return []
        default: throw BusError.unknownMethod(call.member)
        }
    }

    func property(_ name: String, of interface: String) async throws -> Value {
        switch name {
        case "Volume": .uint32(volume)
        case "Version": .string("1.0")
        default: throw BusError.unknownProperty(name)
        }
    }

    func setProperty(_ name: String, of interface: String, to value: Value) async throws {
        guard name == "Volume", case .uint32(let volume) = value else { return }
        self.volume = volume
        try await connection.send(.propertiesChanged([name: value], of: interface, at: Self.path))
    }
}
