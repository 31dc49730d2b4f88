// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

// Why: the type has many methods, because it has one for each method of the interface.
/// The caller's side of the D-Bus interface, with a method for each of the agent's methods.
///
/// A call starts the agent by D-Bus activation if the agent doesn't run and is installed. Refusals are thrown as
/// ``NotificationModel/Refusal``, other errors as ``DBus/BusError``.
package struct AgentProxy: Sendable {
    package let connection: Connection
    /// The application id of the calls; empty means the caller's own.
    package let app: String

    package init(on connection: Connection, app: String = "") {
        self.connection = connection
        self.app = app
    }

    /// Schedules a request, a flat dictionary of the D-Bus interface; returns the outcome once the request is stored.
    package func add(_ request: [String: Value]) async throws -> [String: Value] {
        let reply = try await call(.add, [.string(app), .properties(request)])
        return reply.last?.properties ?? [:]
    }

    /// Schedules requests in one transaction; returns the outcomes in the order of the requests.
    package func addAll(_ requests: [[String: Value]], options: [String: Value] = [:]) async throws -> [[String: Value]]
    {
        try await list(.addAll, [.string(app), .dictionaries(requests), .properties(options)])
    }

    /// Returns the request of a delivered notification as it was before an extension has rewritten it.
    package func original(_ identifier: String) async throws -> [String: Value] {
        try await call(.original, [.string(app), .string(identifier)]).first?.properties ?? [:]
    }

    /// Removes pending requests; returns the identifiers that were pending.
    package func removePending(_ identifiers: [String]) async throws -> [String] {
        try await call(.removePending, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    /// Removes delivered notifications; returns the identifiers that were delivered.
    package func removeDelivered(_ identifiers: [String]) async throws -> [String] {
        try await call(.removeDelivered, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    package func removeAllPending() async throws { try await call(.removeAllPending, [.string(app)]) }

    package func removeAllDelivered() async throws { try await call(.removeAllDelivered, [.string(app)]) }

    package func setCategories(_ categories: [[String: Value]]) async throws {
        try await call(.setCategories, [.string(app), .dictionaries(categories)])
    }

    package func categories() async throws -> [[String: Value]] { try await list(.categories, [.string(app)]) }

    package func settings() async throws -> [String: Value] {
        try await call(.settings, [.string(app)]).first?.properties ?? [:]
    }

    /// Asks the application to show its notification settings; returns false if the application doesn't run.
    ///
    /// `identifier` is the identifier of the delivered notification from which the person opens the settings, or empty.
    package func openSettings(for identifier: String = "") async throws -> Bool {
        try await call(.openSettings, [.string(app), .string(identifier)]).first?.bool ?? false
    }

    package func snooze(_ identifier: String, seconds: Double) async throws {
        try await call(.snooze, [.string(app), .string(identifier), .double(seconds)])
    }

    /// Presents delivered notifications again, the newest ones if the list is empty; returns the presented identifiers.
    package func repost(_ identifiers: [String]) async throws -> [String] {
        try await call(.repost, [.string(app), .strings(identifiers)]).first?.strings ?? []
    }

    /// Registers the application for remote notifications; returns the registration once it is persisted.
    ///
    /// With `wait`, returns when the registration has succeeded or failed, at the latest after `wait` seconds.
    package func registerForRemoteNotifications(
        _ options: [String: Value], wait: Double? = nil
    ) async throws -> [String: Value] {
        let options = wait.map { options.merging(["wait": .double($0)]) { $1 } } ?? options
        return try await call(
            .registerRemote, [.string(app), .properties(options)], timeout: .seconds((wait ?? 0) + 25)
        ).first?.properties ?? [:]
    }

    package func unregisterForRemoteNotifications(instance: String) async throws {
        try await call(.unregisterRemote, [.string(app), .string(instance)])
    }

    package func remoteRegistrations() async throws -> [[String: Value]] {
        try await list(.remoteRegistrations, [.string(app)])
    }

    /// Begins to test whether pushes reach a registration; returns the payload to send and the subscription.
    package func beginPushTest(_ options: [String: Value]) async throws -> [String: Value] {
        try await call(.beginPushTest, [.string(app), .properties(options)]).first?.properties ?? [:]
    }

    /// Waits up to `wait` seconds until a push test reaches more stages than `seen` or ends; returns the test's stages.
    package func pushTest(_ test: String, seen: Int, wait: Double) async throws -> [String: Value] {
        let options: [String: Value] = ["seen": .uint32(UInt32(seen)), "wait": .double(wait)]
        return try await call(
            .pushTest, [.string(app), .string(test), .properties(options)], timeout: .seconds(wait + 25)
        ).first?.properties ?? [:]
    }

    /// Returns the UnifiedPush distributors; with the option `choose`, chooses a distributor first.
    package func pushDistributors(_ options: [String: Value] = [:]) async throws -> [String: Value] {
        try await call(.pushDistributors, [.properties(options)]).first?.properties ?? [:]
    }

    /// Holds the application's notifications for a number of seconds; 0 means until ``resume()``.
    package func pause(seconds: Double) async throws { try await call(.pause, [.string(app), .double(seconds)]) }

    package func resume() async throws { try await call(.resume, [.string(app)]) }

    package func missed() async throws -> [[String: Value]] { try await list(.missed, [.string(app)]) }

    package func explain(_ trigger: [String: Value], count: UInt32) async throws -> [String: Value] {
        try await call(.explain, [.properties(trigger), .uint32(count)]).first?.properties ?? [:]
    }

    package func status() async throws -> [String: Value] { try await call(.status, []).first?.properties ?? [:] }

    package func log(_ options: [String: Value]) async throws -> [[String: Value]] {
        try await list(.log, [.string(app), .properties(options)])
    }

    /// Attaches this connection as the application's delegate; the connection must already export a ``DelegateObject``.
    package func attach(_ options: [String: Value] = [:]) async throws {
        try await call(.attach, [.string(app), .properties(options)])
    }

    package func detach() async throws { try await call(.detach, [.string(app)]) }

    package func watch() async throws { try await call(.watch, [.string(app)]) }

    package func list(_ method: AgentMethod, _ arguments: [Value]) async throws -> [[String: Value]] {
        try await call(method, arguments).first?.array?.compactMap(\.properties) ?? []
    }

    /// Returns the agent's findings about itself, the notification server, its store and its settings.
    package func diagnose(_ options: [String: Value] = [:]) async throws -> Diagnosis {
        // The timeout is long enough for checking a store with a million requests.
        let reply = try await call(.diagnose, [.properties(options)], timeout: .seconds(90))
        return Diagnosis(reply.first?.properties ?? [:])
    }

    /// Timeout that is long enough for exporting or importing a million requests.
    private static let transferTimeout = Duration.seconds(3600)

    /// Makes the agent export the requests of the application, or of all applications, to a file.
    ///
    /// The file must be open for writing and must not be a pipe. The result is the counts that the D-Bus interface
    /// defines. With `places`, the export says where the places of requests are.
    package func export(to file: FileDescriptorHandle, places: Bool = false) async throws -> [String: Value] {
        let arguments: [Value] = [.string(app), .fileDescriptor(file)]
        return try await call(places ? .exportWithPlaces : .export, arguments, timeout: Self.transferTimeout).first?
            .properties ?? [:]
    }

    /// Makes the agent import an exported file, entirely or not at all; the file must be open for reading at its start.
    ///
    /// The file must not be a pipe. The result is the counts that the D-Bus interface defines.
    package func takeIn(_ file: FileDescriptorHandle, options: [String: Value] = [:]) async throws -> [String: Value] {
        let arguments: [Value] = [.string(app), .fileDescriptor(file), .properties(options)]
        return try await call(.takeIn, arguments, timeout: Self.transferTimeout).first?.properties ?? [:]
    }

    /// Makes the agent add the reminders of a file of another program, such as a crontab or a calendar.
    ///
    /// The file must be open for reading, and must not be a pipe; it is read from its beginning. The result is the
    /// dictionary that the D-Bus interface defines.
    package func importReminders(
        _ file: FileDescriptorHandle, options: [String: Value] = [:]
    ) async throws -> [String: Value] {
        let arguments: [Value] = [.string(app), .fileDescriptor(file), .properties(options)]
        return try await call(.importReminders, arguments, timeout: Self.transferTimeout).first?.properties ?? [:]
    }

    @discardableResult
    package func call(
        _ method: AgentMethod, _ arguments: [Value], timeout: Duration = .seconds(25)
    ) async throws -> [Value] {
        do {
            return try await connection.call(method.call(arguments), timeout: timeout).arguments
        } catch let error as BusError {
            throw Refusal(error) ?? error
        }
    }
}

extension Value {
    /// Creates an array of dictionaries, `aa{sv}`.
    package static func dictionaries(_ values: [[String: Value]]) -> Value {
        .array(values.map(Value.properties), of: Value.properties([:]).type)
    }
}
