// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import EventLoop
import FoundationEssentials
import NotificationModel
import Testing
import TestSupport
import Triggers

/// The XML in `dbus/` is the manual; the Swift code must agree with it.
@Suite struct ContractTests {
    private let center: Interface
    private let delegate: Interface

    init() throws {
        center = try Interface(xml: AgentNames.centerXML)
        delegate = try Interface(xml: AgentNames.delegateXML)
    }

    @Test func `the compiled-in XML is the XML in dbus`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../dbus/").standardized
        for (name, text) in [
            (AgentNames.interface, AgentNames.centerXML), (AgentNames.delegateInterface, AgentNames.delegateXML),
        ] {
            let data = try Data(contentsOf: root.appending(path: "\(name).xml"))
            #expect(String(decoding: data, as: UTF8.self) == text)
        }
    }

    @Test func `the code and the XML have the same methods`() {
        #expect(center.name == AgentNames.interface)
        #expect(Set(center.methods.keys) == Set(AgentMethod.allCases.map(\.rawValue)))
        #expect(delegate.name == AgentNames.delegateInterface)
        #expect(Set(delegate.methods.keys) == Set(DelegateMethod.allCases.map(\.rawValue)))
        #expect(Set(center.signals.keys) == [AgentNames.event, AgentNames.statusChanged, AgentNames.locationEvent])
        #expect(center.signals[AgentNames.locationEvent]?.arguments.map(\.type.description) == ["s", "s", "a{sv}"])
        #expect(center.signals[AgentNames.event]?.arguments.map(\.type.description) == ["s", "s", "s", "a{sv}"])
        #expect(center.properties.isEmpty && delegate.properties.isEmpty)
    }

    @Test(
        arguments: [
            (.add, "sa{sv}", "sa{sv}"), (.addAll, "saa{sv}a{sv}", "aa{sv}"), (.pending, "s", "aa{sv}"),
            (.pendingPage, "sa{sv}", "aa{sv}s"), (.deliveredPage, "sa{sv}", "aa{sv}s"),
            (.delivered, "s", "aa{sv}"), (.original, "ss", "a{sv}"), (.removePending, "sas", "as"),
            (.removeDelivered, "sas", "as"),
            (.removeAllPending, "s", ""), (.removeAllDelivered, "s", ""), (.setCategories, "saa{sv}", ""),
            (.categories, "s", "aa{sv}"), (.requestAuthorization, "sas", "b"), (.settings, "s", "a{sv}"),
            (.setBadgeCount, "su", ""), (.snooze, "ssd", ""),
            (.snoozeWithOptions, "ssda{sv}", "a{sv}"), (.skip, "ssa{sv}", "a{sv}"),
            (.undo, "sa{sv}", "a{sv}"), (.removePendingWithOptions, "sasa{sv}", "as"),
            (.removeDeliveredWithOptions, "sasa{sv}", "as"),
            (.explain, "a{sv}u", "a{sv}"), (.status, "", "a{sv}"),
            (.agenda, "sa{sv}", "aa{sv}"), (.history, "sa{sv}", "aa{sv}s"), (.clearHistory, "s", "u"),
            (.completions, "ssa{sv}", "aa{sv}"),
            (.checkConfiguration, "s", "a{sv}"), (.reloadConfiguration, "", ""),
            (.log, "sa{sv}", "aa{sv}"), (.attach, "sa{sv}", ""), (.detach, "s", ""), (.watch, "s", ""),
            (.unwatch, "s", ""), (.extensions, "s", "aa{sv}"), (.setExtensionEnabled, "ssb", ""),
            (.tryExtension, "sh", "a{sv}"), (.monitorLocation, "sa{sv}", "a{sv}"),
        ] as [(AgentMethod, String, String)])
    func `the XML gives each method its types`(method: AgentMethod, inputs: String, outputs: String) {
        #expect(center.methods[method.rawValue]?.inputSignature == inputs)
        #expect(center.methods[method.rawValue]?.outputSignature == outputs)
    }

    @Test func `the XML gives the delegate's methods their types`() {
        #expect(delegate.methods["DidReceive"]?.inputSignature == "a{sv}")
        #expect(delegate.methods["DidReceive"]?.outputSignature == "")
        #expect(delegate.methods["WillPresent"]?.inputSignature == "a{sv}")
        #expect(delegate.methods["WillPresent"]?.outputSignature == "as")
    }

    @Test func `the proxy calls each method with the types of the XML`() async throws {
        let center = center
        try await withPrivateBus { address in
            let loop = EventLoop.onOwnThread(named: "contract")
            defer { loop.stop() }
            let server = try Connection(to: .at(address), on: loop)
            let object = Recorder(interfaces: [center])
            try await server.export(object, at: AgentNames.path)
            _ = try await server.requestName(AgentNames.busName)
            let client = try Connection(to: .at(address), on: loop)
            // The bus module refuses a call whose types differ from the XML, so a call that arrives has the right
            // types.
            let proxy = AgentProxy(on: client, app: "app")
            #expect(try await proxy.add(["title": .string("Tea")]) == [:])
            #expect(
                try await proxy.addAll([["title": .string("Tea")], [:]], options: ["noQueue": .boolean(true)]) == [])
            #expect(try await proxy.pending() == [])
            #expect(try await proxy.delivered() == [])
            for list in [AgentProxy.PagedList.pending, .delivered] {
                let page = try await proxy.page(of: list, PageOptions(prefix: "a", limit: 1, after: "b"))
                #expect(page.rows == [] && page.next == "")
            }
            #expect(try await proxy.original("a") == [:])
            #expect(try await proxy.categories() == [])
            #expect(try await proxy.removePending(["a"]) == [])
            #expect(try await proxy.removeDelivered([]) == [])
            try await proxy.removeAllPending()
            try await proxy.removeAllDelivered()
            try await proxy.setCategories([["identifier": .string("a")]])
            #expect(try await proxy.requestAuthorization(["alert"]) == false)
            #expect(try await proxy.settings() == [:])
            #expect(try await proxy.status() == [:])
            #expect(try await proxy.diagnose(["check": .boolean(false)]) == Diagnosis([]))
            #expect(try await proxy.openSettings(for: "a") == false)
            try await proxy.noteRefusal(["error": .string("InvalidRequest")])
            try await proxy.setBadgeCount(5)
            try await proxy.snooze("a", seconds: 1)
            _ = try await proxy.snooze("a", seconds: 1, [:])
            _ = try await proxy.skip("a")
            #expect(try await proxy.remove(["a"], from: .pending, [:]) == [])
            #expect(try await proxy.remove(["a"], from: .delivered, [:]) == [])
            #expect(try await proxy.undo(in: "a") == [:])
            #expect(try await proxy.agenda(days: 1) == [])
            try await proxy.eachHistoryPage(upTo: 1) { _ in }
            #expect(try await proxy.clearHistory() == 0)
            #expect(try await proxy.completions(.requests, CompletionOptions(prefix: "a")) == [])
            #expect(try await proxy.checkConfiguration("") == [:])
            try await proxy.reloadConfiguration()
            #expect(try await proxy.repost(["a"]) == [])
            try await proxy.pause(seconds: 0)
            try await proxy.resume()
            _ = try await proxy.missed()
            #expect(try await proxy.explain(["in": .string("5m")], count: 1) == [:])
            #expect(try await proxy.log(["limit": .uint32(1)]) == [])
            let file = try FileDescriptorHandle(duplicating: 2)
            #expect(try await proxy.export(to: file) == [:])
            #expect(try await proxy.takeIn(file, options: ["dryRun": .boolean(true)]) == [:])
            #expect(try await proxy.importReminders(file, options: ["dryRun": .boolean(true)]) == [:])
            try await proxy.attach()
            try await proxy.detach()
            try await proxy.watch()
            try await proxy.unwatch()
            #expect(try await proxy.registerForRemoteNotifications(["instance": .string("a")], wait: 1) == [:])
            try await proxy.unregisterForRemoteNotifications(instance: "a")
            #expect(try await proxy.remoteRegistrations() == [])
            #expect(try await proxy.beginPushTest(["title": .string("a")]) == [:])
            #expect(try await proxy.pushTest("a", seen: 1, wait: 1) == [:])
            #expect(try await proxy.pushDistributors(["choose": .string("a")]) == [:])
            #expect(try await proxy.extensions() == [])
            try await proxy.setExtension("service", isEnabled: false)
            #expect(try await proxy.tryExtension("a", payload: file) == [:])
            #expect(try await proxy.export(to: file, places: true) == [:])
            #expect(try await proxy.setPlace(["identifier": .string("a")], ["here": .boolean(true)]) == [:])
            #expect(try await proxy.places() == [])
            #expect(try await proxy.removePlace("a") == false)
            #expect(try await proxy.location() == [:])
            #expect(try await proxy.locationPermissions() == [])
            try await proxy.setLocationPermission("allowed")
            #expect(try await proxy.monitorLocation(["positions": .boolean(true)]) == [:])
            #expect(Set(object.called.takeAll()) == Set(AgentMethod.allCases.map(\.rawValue)))
            await client.close()
            await server.close()
        }
    }

    @Test(arguments: Refusal.Code.allCases)
    func `each error is in the manual, and keeps its code and message on the bus`(code: Refusal.Code) {
        #expect(AgentNames.centerXML.contains("org.belfry.Error.\(code.rawValue) "))
        let refusal = Refusal(code, "title is 1025 bytes; the limit is 1024")
        #expect(refusal.busError.name == "org.belfry.Error.\(code.rawValue)")
        #expect(Refusal(refusal.busError) == refusal)
    }

    @Test func `errors that are not refusals are not decoded as refusals`() {
        for name in ["org.belfry.Error.Failed", "org.belfry.Error.", "org.freedesktop.DBus.Error.AccessDenied"] {
            #expect(Refusal(BusError(name: name, message: "")) == nil)
        }
    }

    @Test func `every key of a request is in the manual`() {
        for key in Request.keys.subtracting(["warnsOf", "leadTime"]).union(["sentence", "before"]) {
            #expect(AgentNames.centerXML.contains(key), "\(key)")
        }
    }

    @Test(arguments: [
        ("identifier", Limits.identifierBytes), ("title, subtitle", Limits.titleBytes), ("body", Limits.bodyBytes),
        ("userInfo", Limits.userInfoBytes), ("before", Limits.choices), ("snooze", Limits.choices),
        ("actions", Limits.actions), ("attachments", Limits.attachments), ("environment", Limits.environmentBytes),
    ])
    func `the manual states each limit of the code`(key: String, limit: Int) throws {
        let lines = AgentNames.centerXML.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("    \(key) ") })
        #expect(line.contains(" \(limit) ") || line.contains(" \(limit):") || line.contains(" \(limit),"), "\(line)")
    }

    @Test(arguments: EventRecord.Kind.allCases)
    func `the manual lists each kind of event`(kind: EventRecord.Kind) {
        #expect(AgentNames.centerXML.contains(kind.rawValue))
    }
}

/// An exported object that records the called methods and returns empty values.
private struct Recorder: ExportedObject {
    let interfaces: [Interface]
    let called = Mailbox<String>()

    func answer(_ call: MethodCall) async throws -> [Value] {
        called.put(call.member)
        let outputs = interfaces[0].methods[call.member]?.outputs ?? []
        return outputs.map { output in
            switch output.type.description {
            case "s": .string("")
            case "b": .boolean(false)
            case "u": .uint32(0)
            case "as": .strings([])
            case "a{sv}": .properties([:])
            default: .dictionaries([])
            }
        }
    }
}
