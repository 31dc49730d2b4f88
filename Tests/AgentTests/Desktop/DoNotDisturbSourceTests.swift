// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
import DBus
import EventLoop
import Testing
import TestSupport

/// Each desktop's Do Not Disturb switch, read from an object on the bus that replies as the desktop does.
@Suite struct DoNotDisturbSourceTests {
    /// An object that replies as a desktop whose Do Not Disturb is on or off.
    private struct Switch: ExportedObject {
        let interfaces: [Interface]
        let value: Value
        /// The object sends no signal of a change.
        var isSilent = false

        init(_ interface: String, _ member: String, isProperty: Bool, takes: String, _ value: Value) throws {
            let type = value.type.description
            let arguments = takes.map { "<arg type=\"\($0)\" direction=\"in\"/>" }.joined()
            let body =
                isProperty
                ? "<property name=\"\(member)\" type=\"\(type)\" access=\"read\"/>"
                : "<method name=\"\(member)\">\(arguments)<arg type=\"\(type)\" direction=\"out\"/></method>"
            interfaces = [try Interface(xml: "<node><interface name=\"\(interface)\">\(body)</interface></node>")]
            self.value = value
        }

        func answer(_ call: MethodCall) async throws -> [Value] {
            if isSilent { try await Task.sleep(for: .seconds(60)) }
            return [value]
        }

        func property(_ name: String, of interface: String) async throws -> Value { value }
    }

    /// The place of a desktop's switch, with its values for on and off.
    struct Desktop: Sendable, CustomStringConvertible {
        let server: String
        var name: String?
        let path: ObjectPath
        let interface: String
        let member: String
        var isProperty = false
        var takes = ""
        let on: Value
        let off: Value
        var description: String { server }
    }

    static let desktops = [
        Desktop(
            server: "Plasma", path: "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications",
            member: "Inhibited", isProperty: true, on: .boolean(true), off: .boolean(false)),
        Desktop(
            server: "dunst", path: "/org/freedesktop/Notifications", interface: "org.dunstproject.cmd0",
            member: "paused", isProperty: true, on: .boolean(true), off: .boolean(false)),
        Desktop(
            server: "mako", path: "/fr/emersion/Mako", interface: "fr.emersion.Mako", member: "ListModes",
            on: .strings(["default", "do-not-disturb"]), off: .strings(["default", "focus"])),
        Desktop(
            server: "SwayNotificationCenter", name: "org.erikreider.swaync.cc", path: "/org/erikreider/swaync/cc",
            interface: "org.erikreider.swaync.cc", member: "GetDnd", on: .boolean(true), off: .boolean(false)),
        Desktop(
            server: "Budgie Notification Server", name: "org.budgie_desktop.Notifications",
            path: "/org/budgie_desktop/Notifications", interface: "org.buddiesofbudgie.budgie.Dispatcher",
            member: "GetDoNotDisturb", on: .boolean(true), off: .boolean(false)),
        Desktop(
            server: "Xfce Notify Daemon", name: "org.xfce.Xfconf", path: "/org/xfce/Xfconf",
            interface: "org.xfce.Xfconf", member: "GetProperty", takes: "ss", on: .variant(.boolean(true)),
            off: .variant(.boolean(false))),
    ]

    private func withConnections(_ body: (Connection, Connection) async throws -> Void) async throws {
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "switch")
            defer { loop.stop() }
            let agent = try Connection(to: .at(address), on: loop)
            let desktop = try Connection(to: .at(address), on: loop)
            try await body(agent, desktop)
            await agent.close()
            await desktop.close()
        }
    }

    @Test(arguments: desktops)
    func `the switch is on, off or missing`(desktop: Desktop) async throws {
        try await withConnections { agent, connection in
            let reader = DoNotDisturb(connection: agent, environment: [:])
            let owner = connection.uniqueName
            func state() async -> DoNotDisturb.State {
                await reader.state(of: [desktop.server, "Vendor", "1.0", "1.2"], owner: owner)
            }
            #expect(await state().isOn == nil)
            #expect(await state().source?.summary == "\(desktop.interface) \(desktop.member)")
            if let name = desktop.name { _ = try await connection.requestName(name) }
            for (value, isOn) in [(desktop.on, true), (desktop.off, false)] {
                let object = try Switch(
                    desktop.interface, desktop.member, isProperty: desktop.isProperty, takes: desktop.takes, value)
                try await connection.export(object, at: desktop.path)
                #expect(await state().isOn == isOn)
                await connection.unexport(at: desktop.path)
            }
        }
    }

    @Test func `a desktop that does not reply delays the answer by a second, and its switch is unknown`() async throws {
        try await withConnections { agent, connection in
            let interface = "org.erikreider.swaync.cc"
            var object = try Switch(interface, "GetDnd", isProperty: false, takes: "", .boolean(true))
            object.isSilent = true
            try await connection.export(object, at: "/org/erikreider/swaync/cc")
            _ = try await connection.requestName(interface)
            let start = ContinuousClock.now
            let state = await DoNotDisturb(connection: agent, environment: [:])
                .state(of: ["SwayNotificationCenter"], owner: connection.uniqueName)
            #expect(state.isOn == nil && ContinuousClock.now - start < .seconds(20 * deadlineFactor))
        }
    }

    @Test func `a server without a known switch has no switch`() {
        #expect(DoNotDisturbSource(of: []) == nil)
        #expect(DoNotDisturbSource(of: ["wired-notify", "Toqozz"]) == nil)
        #expect(DoNotDisturbSource(of: ["Notification Daemon", "GNOME", "3.20"]) == nil)
        #expect(
            DoNotDisturbSource(of: ["Notification Daemon", "MATE", "1.26"])?.summary
                == "org.mate.NotificationDaemon do-not-disturb")
        #expect(
            DoNotDisturbSource(of: ["cinnamon", "GNOME"])?.summary
                == "org.cinnamon.desktop.notifications display-notifications")
    }
}
