// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
package import DBus
import FoundationEssentials

/// `org.belfry.NotificationCenter1` on the bus: decodes calls, asks the inbox and encodes its answers; decides nothing.
package struct NotificationCenterObject: ExportedObject {
    package let interfaces: [Interface]
    private let inbox: Inbox
    private let testClock: TestClockControl?

    package init(inbox: Inbox, testClock: TestClockControl?) throws {
        interfaces = try Self.interfaces(isTest: testClock != nil)
        self.inbox = inbox
        self.testClock = testClock
    }

    /// Returns the interfaces of the agent's object.
    ///
    /// - Parameter isTest: Whether there is a test clock, which others may set.
    /// - Returns: The documented interface, and the test clock's if there is one.
    /// - Throws: The error of parsing an interface's XML; Belfry's own XML is valid.
    package static func interfaces(isTest: Bool) throws -> [Interface] {
        let documents = [AgentNames.centerXML] + (isTest ? [AgentNames.testClockXML] : [])
        return try documents.map { try Interface(xml: $0) }
    }

    package func answer(_ call: MethodCall) async throws -> [Value] {
        if call.interface == AgentNames.testClockInterface, let testClock {
            try await inbox.checkMaySetClock(call.sender)
            return try await testClock.answer(call)
        }
        guard let method = AgentMethod(rawValue: call.member) else { throw BusError.unknownMethod(call.member) }
        do {
            return try await answer(method, call)
        } catch let error as any BusNamedError {
            throw error
        } catch {
            throw await inbox.failure(error, in: method)
        }
    }

    // The module DBus has checked the arguments against the XML, so the patterns below match.
    private func answer(_ method: AgentMethod, _ call: MethodCall) async throws -> [Value] {
        let sender = call.sender
        // The application may take its time, and the caller's next calls must not wait for it.
        if method == .openSettings { call.giveUpTheDoor() }
        switch (method, call.arguments) {
        case (.explain, let arguments) where arguments.count == 2:
            guard case .uint32(let count) = arguments[1] else { break }
            return [.properties(try await inbox.explain(arguments[0], count: count, for: sender))]
        case (.status, _):
            return [.properties(try await inbox.status(for: sender))]
        case (.diagnose, let arguments):
            guard let options = arguments.first else { break }
            return [.properties(try await inbox.diagnose(options, for: sender))]
        case (_, let arguments):
            guard let app = arguments.first?.string else { break }
            return try await answer(method, app, Array(arguments.dropFirst()), sender)
        }
        throw BusError.invalidArguments("\(call.member) takes other arguments.")
    }

    // Why: one case for each method of the interface.
    private func answer(
        _ method: AgentMethod, _ app: String, _ arguments: [Value], _ sender: String
    ) async throws -> [Value] {
        switch (method, arguments.first, arguments.dropFirst().first) {
        case (.add, let request?, _):
            let outcome = try await inbox.add(request, to: app, for: sender)
            return [.string(outcome.identifier), .properties(outcome.properties)]
        case (.addAll, let requests?, let options?):
            let outcomes = try await inbox.addAll(requests.array ?? [], options: options, to: app, for: sender)
            return [.dictionaries(outcomes.map(\.properties))]
        case (.pending, _, _):
            return [.dictionaries(try await inbox.pending(of: app, for: sender))]
        case (.pendingPage, let options?, _):
            let page = try await inbox.pendingPage(options, of: app, for: sender)
            return [.dictionaries(page.rows), .string(page.next)]
        case (.deliveredPage, let options?, _):
            let page = try await inbox.deliveredPage(options, of: app, for: sender)
            return [.dictionaries(page.rows), .string(page.next)]
        case (.delivered, _, _):
            return [.dictionaries(try await inbox.delivered(of: app, for: sender))]
        case (.removePending, let identifiers?, _):
            return [.strings(try await inbox.removePending(identifiers.strings ?? [], of: app, for: sender))]
        case (.removeDelivered, let identifiers?, _):
            return [.strings(try await inbox.removeDelivered(identifiers.strings ?? [], of: app, for: sender))]
        case (.removeAllPending, _, _):
            _ = try await inbox.removePending(nil, of: app, for: sender)
        case (.removeAllDelivered, _, _):
            _ = try await inbox.removeDelivered(nil, of: app, for: sender)
        case (.setCategories, let categories?, _):
            try await inbox.setCategories(categories.array ?? [], of: app, for: sender)
        case (.categories, _, _):
            return [.dictionaries(try await inbox.categories(of: app, for: sender))]
        case (.requestAuthorization, let options?, _):
            return [.boolean(try await inbox.requestAuthorization(options.strings ?? [], for: app, by: sender))]
        case (.settings, _, _):
            return [.properties(try await inbox.settings(of: app, for: sender))]
        case (.openSettings, .string(let identifier), _):
            return [.boolean(try await inbox.openSettings(of: app, about: identifier, for: sender))]
        case (.noteRefusal, let refusal?, _):
            try await inbox.noteRefusal(refusal, of: app, for: sender)
        case (.setBadgeCount, .uint32(let count), _):
            try await inbox.setBadge(count, of: app, for: sender)
        case (.snooze, .string(let identifier), .double(let seconds)):
            try await inbox.snooze(identifier, seconds: seconds, of: app, for: sender)
        case (.repost, let identifiers?, _):
            return [.strings(try await inbox.repost(identifiers.strings ?? [], of: app, for: sender))]
        case (.pause, .double(let seconds), _):
            try await inbox.pause(app, seconds: seconds, for: sender)
        case (.resume, _, _):
            try await inbox.resume(app, for: sender)
        case (.missed, _, _):
            return [.dictionaries(try await inbox.missed(of: app, for: sender))]
        case (.log, let options?, _):
            return [.dictionaries(try await inbox.log(options, of: app, for: sender))]
        case (.export, .fileDescriptor(let file), _):
            return [.properties(try await inbox.export(file, of: app, for: sender))]
        case (.takeIn, .fileDescriptor(let file), let options?):
            return [.properties(try await inbox.takeIn(file, options: options, of: app, for: sender))]
        case (.attach, let options?, _):
            try await inbox.attach(options, to: app, for: sender)
        case (.detach, _, _):
            try await inbox.detach(from: app, for: sender)
        case (.watch, _, _):
            try await inbox.watch(app, for: sender)
        case (.unwatch, _, _):
            try await inbox.unwatch(app, for: sender)
        default:
            throw BusError.invalidArguments("\(method.rawValue) takes other arguments.")
        }
        return []
    }
}
