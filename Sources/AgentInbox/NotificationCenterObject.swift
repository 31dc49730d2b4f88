// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentFiles
import AgentInterface
import AgentRules
package import DBus
import NotificationStore
import Synchronization

/// `org.belfry.NotificationCenter1` on the bus: decodes calls for the inbox, and encodes the inbox's answers.
package struct NotificationCenterObject: ExportedObject {
    package let interfaces: [Interface]
    private let inbox: Inbox
    private let testClock: TestClockControl?
    private let configuration: ConfigurationService

    /// - Parameters:
    ///   - inbox: The services that answer the calls.
    ///   - testClock: The control of a test's clock; nil without one.
    ///   - reader: The reader of `config.toml`.
    /// - Throws: An error if an interface's XML is invalid, which Belfry's own XML never is.
    package init(inbox: Inbox, testClock: TestClockControl?, reader: ConfigurationReader) throws {
        configuration = ConfigurationService(reader: reader)
        interfaces = try Self.interfaces(isTest: testClock != nil)
        self.inbox = inbox
        self.testClock = testClock
    }

    /// Returns the documented interface of the agent's object and, if `isTest`, the interface of the test clock.
    ///
    /// The method throws only if an interface's XML is invalid, which Belfry's own XML never is.
    package static func interfaces(isTest: Bool) throws -> [Interface] {
        let documents = [AgentNames.centerXML] + (isTest ? [AgentNames.testClockXML] : [])
        return try documents.map { try Interface(xml: $0) }
    }

    package func answer(_ call: MethodCall) async throws -> [Value] {
        if call.interface == AgentNames.testClockInterface, let testClock {
            // All applications share the test clock, so sandboxed callers may not set it.
            try await inbox.gate.caller(call.sender).checkMayDiagnose()
            return try await testClock.answer(call)
        }
        guard let method = AgentMethod(rawValue: call.member) else { throw BusError.unknownMethod(call.member) }
        do {
            return try await answer(method, call)
        } catch let error as any BusNamedError {
            throw error
        } catch {
            throw inbox.failure(error, in: method)
        }
    }

    /// Methods that accept "*" for all applications.
    private static let methodsForAll: Set<AgentMethod> = [
        .pending, .pendingPage, .delivered, .deliveredPage, .missed, .agenda, .history, .clearHistory, .log, .pause,
        .resume,
        .export, .exportWithPlaces,
        .takeIn, .watch,
        .unwatch, .remoteRegistrations, .extensions,
    ]

    // The module DBus has checked the arguments against the XML, so the patterns below match.
    private func answer(_ method: AgentMethod, _ call: MethodCall) async throws -> [Value] {
        // An application, a push distributor or an extension may reply late; the caller's next calls must not wait.
        let waits = call.arguments.last?.properties?["wait"] != nil
        let isHere = method == .setPlace && call.arguments.last?.properties?["here"]?.bool == true
        let isSlow = [.openSettings, .tryExtension].contains(method) || isHere
        if isSlow || waits && [.registerRemote, .pushTest, .location].contains(method) { call.letNextCallsPass() }
        let caller = try await inbox.gate.caller(call.sender)
        switch (method, call.arguments.first, call.arguments.dropFirst().first) {
        case (.explain, let subject?, .uint32(let count)):
            return [.properties(try await inbox.explainer.explain(subject, count: count, for: caller))]
        case (.status, _, _):
            return [.properties(try await inbox.status.status(for: caller))]
        case (.checkConfiguration, .string(let text), _):
            return [.properties(try await configuration.check(text, for: caller))]
        case (.reloadConfiguration, _, _):
            try await configuration.reload(for: caller)
            return []
        case (.undo, .string(let terminal), let options?):
            return [.properties(try await inbox.undo.undo(terminal, options, for: caller))]
        case (.diagnose, let options?, _):
            return [.properties(try await inbox.diagnosis.diagnose(options, for: caller))]
        case (.pushDistributors, let options?, _):
            return [.properties(try await inbox.remote.distributors(options, for: caller))]
        case (.tryExtension, .string(let name), .fileDescriptor(let file)):
            return [.properties(try await inbox.extensions.trial(of: name, file, inbox.gate, for: caller))]
        case (.setPlace, let place?, let options?):
            return [.properties(try await inbox.places.set(place, options, inbox.gate, for: caller))]
        case (.places, _, _):
            return [.dictionaries(try await inbox.places.list(for: caller))]
        case (.removePlace, .string(let name), _):
            return [.boolean(try await inbox.places.remove(name, for: caller))]
        case (.locationPermissions, _, _):
            return [.dictionaries(try await inbox.places.permissions(for: caller))]
        case (.extensions, .string(let name), _) where ExtensionService.isFile(name):
            return [.dictionaries(try await inbox.extensions.list(ofFile: name, for: caller))]
        case (_, .string(let name), _):
            let app = try inbox.gate.application(name, of: caller, allowsAll: Self.methodsForAll.contains(method))
            let arguments = call.arguments.dropFirst()
            if let answer = try await inbox.lists.answer(method, of: app, arguments) { return answer }
            if let answer = try await inbox.actions.answer(method, of: app, arguments, caller) { return answer }
            if let answer = try await inbox.remote.answer(method, of: app, arguments) { return answer }
            return try await answer(method, app, arguments, caller)
        default:
            throw BusError.invalidArguments("\(call.member) does not take these arguments.")
        }
    }

    private func answer(
        _ method: AgentMethod, _ app: String, _ arguments: ArraySlice<Value>, _ caller: Caller
    ) async throws -> [Value] {
        let scope = app == AgentNames.allApplications ? nil : app
        switch (method, arguments.first, arguments.dropFirst().first) {
        case (.add, let request?, _):
            let outcome = try await inbox.intake.add(request, to: app, by: caller)
            return [.string(outcome.identifier), .properties(outcome.properties)]
        case (.addAll, let requests?, let options?):
            let outcomes = try await inbox.intake.addAll(requests.array ?? [], options: options, to: app, by: caller)
            return [.dictionaries(outcomes.map(\.properties))]
        case (.setCategories, let categories?, _):
            try await inbox.settings.setCategories(categories.array ?? [], of: app)
        case (.completions, .string(let kind), let options?):
            return [.dictionaries(try await inbox.completion.values(kind, options, of: app, for: caller))]
        case (.categories, _, _):
            return [.dictionaries(try await inbox.settings.categories(of: app))]
        case (.requestAuthorization, let options?, _):
            let words = options.strings ?? []
            return [.boolean(try await inbox.settings.requestAuthorization(words, for: app, by: caller))]
        case (.settings, _, _):
            return [.properties(try await inbox.settings.settings(of: app, for: caller))]
        case (.openSettings, .string(let identifier), _):
            return [.boolean(try await inbox.settings.openSettings(of: app, about: identifier))]
        case (.noteRefusal, let refusal?, _):
            try await inbox.settings.noteRefusal(refusal, of: app)
        case (.setBadgeCount, .uint32(let count), _):
            try await inbox.settings.setBadge(count, of: app)
        case (.location, let options?, _):
            return [.properties(try await inbox.places.location(options, of: app, for: caller))]
        case (.monitorLocation, let options?, _):
            return [.properties(try await inbox.places.monitor(options, of: app, for: caller))]
        case (.setLocationPermission, .string(let answer), _):
            try await inbox.places.decide(answer, of: app, for: caller)
        case (.extensions, _, _):
            return [.dictionaries(try await inbox.extensions.list(of: scope))]
        case (.setExtensionEnabled, .string(let kind), .boolean(let isEnabled)):
            try await inbox.extensions.set(kind, of: app, isEnabled: isEnabled, for: caller)
        case (.export, .fileDescriptor(let file), _):
            return [.properties(try await inbox.transfer.export(file, of: scope, withPlaces: false, for: caller))]
        case (.exportWithPlaces, .fileDescriptor(let file), _):
            return [.properties(try await inbox.transfer.export(file, of: scope, withPlaces: true, for: caller))]
        case (.takeIn, .fileDescriptor(let file), let options?):
            return [.properties(try await inbox.transfer.takeIn(file, options: options, of: scope, for: caller))]
        case (.importReminders, .fileDescriptor(let file), let options?):
            return [.properties(try await inbox.reminders.take(file, options: options, of: app, for: caller))]
        case (.attach, let options?, _):
            try await inbox.settings.attach(options, to: app, by: caller)
        case (.detach, _, _):
            await inbox.settings.detach(from: app, by: caller)
        case (.watch, _, _):
            try await inbox.signals.watch(app, by: caller)
        case (.unwatch, _, _):
            await inbox.signals.unwatch(app, by: caller)
        default:
            throw BusError.invalidArguments("\(method.rawValue) does not take these arguments.")
        }
        return []
    }
}

extension RequestLists {
    /// Answers methods that return lists; nil if `method` is not among them.
    fileprivate func answer(
        _ method: AgentMethod, of app: String, _ arguments: ArraySlice<Value>
    ) async throws -> [Value]? {
        let app = app == AgentNames.allApplications ? nil : app
        switch (method, arguments.first) {
        case (.pending, _): return [.dictionaries(try await pending(of: app))]
        case (.delivered, _): return [.dictionaries(try await delivered(of: app))]
        case (.original, .string(let identifier)?):
            return [.properties(try await original(identifier, of: app ?? AgentNames.allApplications))]
        case (.missed, _): return [.dictionaries(try await missed(of: app))]
        case (.agenda, let options?): return [.dictionaries(try await agenda(options, of: app))]
        case (.history, let options?):
            let page = try await history(options, of: app)
            return [.dictionaries(page.rows), .string(page.next)]
        case (.clearHistory, _): return [.uint32(try await clearHistory(of: app))]
        case (.log, let options?): return [.dictionaries(try await log(options, of: app))]
        case (.pendingPage, let options?):
            let page = try await pendingPage(options, of: app)
            return [.dictionaries(page.rows), .string(page.next)]
        case (.deliveredPage, let options?):
            let page = try await deliveredPage(options, of: app)
            return [.dictionaries(page.rows), .string(page.next)]
        default: return nil
        }
    }
}

extension RequestActions {
    /// Answers methods that change stored requests and delivered notifications; nil if `method` is not among them.
    fileprivate func answer(
        _ method: AgentMethod, of app: String, _ arguments: ArraySlice<Value>, _ caller: Caller
    ) async throws -> [Value]? {
        switch (method, arguments.first, arguments.dropFirst().first) {
        case (.removePending, let identifiers?, _):
            return [.strings(try await removePending(identifiers.strings ?? [], of: app))]
        case (.removePendingWithOptions, let identifiers?, let options?),
            (.removeDeliveredWithOptions, let identifiers?, let options?):
            let options = try DictionaryCoding.decode(RemoveOptions.self, from: options)
            let names = try options.chosen(identifiers.strings ?? [])
            let isPending = method == .removePendingWithOptions
            let undo = try options.mark.key(isPending ? .cancel : .remove, of: caller)
            let remove = isPending ? removePending : removeDelivered
            return [.strings(try await remove(names, app, undo))]
        case (.removeDelivered, let identifiers?, _):
            return [.strings(try await removeDelivered(identifiers.strings ?? [], of: app))]
        case (.removeAllPending, _, _): _ = try await removePending(nil, of: app)
        case (.removeAllDelivered, _, _): _ = try await removeDelivered(nil, of: app)
        case (.snooze, .string(let identifier), .double(let seconds)):
            try await snooze(identifier, seconds: seconds, of: app)
        case (.snoozeWithOptions, .string(let identifier), .double(let seconds)):
            let options = try DictionaryCoding.decode(
                SnoozeOptions.self, from: arguments.dropFirst(2).first ?? .properties([:]))
            let undo = try options.mark.key(.snooze, of: caller)
            let outcome = try await snooze(identifier, seconds: seconds, options, undo: undo, of: app)
            return [.properties(try DictionaryCoding.properties(of: outcome))]
        case (.skip, .string(let identifier), let options?):
            let outcome = try await skip(identifier, options, of: app, by: caller)
            return [.properties(try DictionaryCoding.properties(of: outcome))]
        case (.repost, let identifiers?, _):
            return [.strings(try await repost(identifiers.strings ?? [], of: app, by: caller))]
        case (.pause, .double(let seconds), _): try await pause(app, seconds: seconds)
        case (.resume, _, _): try await resume(app)
        default: return nil
        }
        return []
    }
}

/// An object of the agent on the bus during a takeover: it keeps calls until the agent's real object can answer them.
package final class WaitingObject: ExportedObject {
    package let interfaces: [Interface]
    private let state = Mutex(State())

    private struct State {
        var object: (any ExportedObject)?
        var waiting: [CheckedContinuation<any ExportedObject, Never>] = []
    }

    /// - Parameter interfaces: The interfaces of the real object.
    package init(_ interfaces: [Interface]) { self.interfaces = interfaces }

    package func answer(_ call: MethodCall) async throws -> [Value] { try await object().answer(call) }

    /// Passes the waiting calls on to the real object, in the order in which they came.
    package func open(to object: any ExportedObject) {
        let waiting = state.withLock { state in
            state.object = object
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: object) }
    }

    private func object() async -> any ExportedObject {
        await withCheckedContinuation { continuation in
            let object = state.withLock { state in
                if state.object == nil { state.waiting.append(continuation) }
                return state.object
            }
            if let object { continuation.resume(returning: object) }
        }
    }
}
