// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Synchronization
import TestSupport

/// One row of the matrix: a method of the interface, and how it names an application.
struct MethodRow: CustomStringConvertible {
    /// How the method names an application.
    enum Reach {
        /// Any application by its id.
        case one
        /// Any application, and "*".
        case all
        /// No application; a sandboxed program gets its own part of the reply.
        case general
        /// The whole session: refused to a sandboxed program.
        case session
    }

    let method: AgentMethod
    let reach: Reach
    /// The arguments that name an application.
    let arguments: @Sendable (_ app: String) -> [Value]

    var description: String { method.rawValue }

    private init(_ method: AgentMethod, _ reach: Reach, _ arguments: @escaping @Sendable (_ app: String) -> [Value]) {
        (self.method, self.reach, self.arguments) = (method, reach, arguments)
    }

    /// A row of a method that takes an application and these arguments.
    private init(_ method: AgentMethod, _ reach: Reach = .one, _ rest: Value...) {
        self.init(method, reach) { [.string($0)] + rest }
    }

    /// A word in the victim's id and texts, which no reply to another may contain.
    static let secret = "Victim"
    static let victim = "org.example.Victim"
    /// The identifiers of requests that the victim and the caller both have: a pending one, and one that is shown.
    static let (waiting, shown) = ("waiting", "shown")

    /// The file to which an application's data is exported, and from which it is imported.
    private static let files = Mutex<[String: FileDescriptorHandle]>([:])

    /// Opens the file anew each time, so that a reader or writer begins at its start.
    private static func file(for app: String) -> Value {
        files.withLock { files in
            let file = files[app] ?? FileDescriptorHandle(owning: tmpfile().map { dup(fileno($0)) } ?? -1)
            files[app] = file
            let opened = open("/proc/self/fd/\(file.rawValue)", O_RDWR | O_CLOEXEC)
            return .fileDescriptor(FileDescriptorHandle(owning: opened))
        }
    }

    /// A desktop file whose service extension changes nothing.
    private static let triedFile = Checkout.root + "Tests/EndToEndTests/Fixtures/Extensions/org.example.Tried.desktop"

    /// A new file with the payload of a remote notification.
    private static var payload: Value {
        let file = FileDescriptorHandle(owning: tmpfile().map { dup(fileno($0)) } ?? -1)
        let text = Array(#"{"aps": {"alert": "Mine"}}"#.utf8)
        pwrite(file.rawValue, text, text.count, 0)
        return .fileDescriptor(file)
    }

    /// A new file with a line of a crontab.
    private static var crontab: Value {
        let file = FileDescriptorHandle(owning: tmpfile().map { dup(fileno($0)) } ?? -1)
        let text = Array("0 9 * * * true\n".utf8)
        pwrite(file.rawValue, text, text.count, 0)
        return .fileDescriptor(file)
    }

    private static let refusalNote: [String: Value] = [
        "method": .string("Add"), "error": .string("InvalidRequest"), "message": .string("title is missing"),
    ]

    /// A repeating trigger, of which dates can be left out.
    private static let daily = Value.properties(["every": .string("day 09:00")])

    private static let command: [String: Value] = ["terminal": .string("terminal"), "command": .string("1")]

    private static let place: [String: Value] = [
        "identifier": .string("home"), "latitude": .double(52), "longitude": .double(13), "radius": .double(200),
    ]

    /// The rows in an order in which each finds the data that it needs.
    static let all: [MethodRow] = [
        MethodRow(.add, .one, .properties(request(waiting, title: "Mine", ["trigger": daily]))),
        MethodRow(.addAll, .one, .dictionaries([request(shown, title: "Mine")]), .properties([:])),
        MethodRow(.pending), MethodRow(.pendingPage, .one, .properties([:])),
        MethodRow(.delivered), MethodRow(.deliveredPage, .one, .properties([:])),
        MethodRow(.agenda, .one, .properties([:])), MethodRow(.history, .one, .properties([:])),
        MethodRow(.clearHistory),
        MethodRow(.completions, .one, .string("applications"), .properties([:])),
        MethodRow(.original, .one, .string(shown)),
        MethodRow(.setCategories, .one, .dictionaries([["identifier": .string("own")]])), MethodRow(.categories),
        MethodRow(.requestAuthorization, .one, .strings(["alert", "badge", "providesAppNotificationSettings"])),
        MethodRow(.settings),
        MethodRow(.noteRefusal, .one, .properties(refusalNote)), MethodRow(.openSettings, .one, .string("")),
        MethodRow(.setBadgeCount, .one, .uint32(3)),
        MethodRow(.attach, .one, .properties([:])), MethodRow(.detach),
        MethodRow(.watch, .all), MethodRow(.unwatch, .all),
        MethodRow(.snooze, .one, .string(waiting), .double(7200)), MethodRow(.repost, .one, .strings([shown])),
        MethodRow(.snoozeWithOptions, .one, .string(waiting), .double(7200), .properties([:])),
        MethodRow(.skip, .one, .string(waiting), .properties([:])),
        MethodRow(.pause, .all, .double(3600)), MethodRow(.resume, .all),
        MethodRow(.missed, .all), MethodRow(.log, .all, .properties([:])),
        MethodRow(.explain, .one) {
            [.properties(["app": .string($0), "identifier": .string(waiting)]), .uint32(1)]
        },
        MethodRow(.export, .session) { [.string($0), file(for: $0)] },
        MethodRow(.takeIn, .session) { [.string($0), file(for: $0), .properties([:])] },
        MethodRow(.importReminders, .session) { [.string($0), crontab, .properties([:])] },
        MethodRow(.status, .general) { _ in [] },
        MethodRow(.checkConfiguration, .session) { _ in [.string("")] },
        MethodRow(.reloadConfiguration, .session) { _ in [] },
        MethodRow(.diagnose, .session) { _ in [.properties(["check": .boolean(false)])] },
        MethodRow(.removePendingWithOptions, .one, .strings([waiting]), .properties(command)),
        MethodRow(.removeDeliveredWithOptions, .one, .strings(["none"]), .properties([:])),
        MethodRow(.undo, .session) { _ in [.string("terminal"), .properties(["dryRun": .boolean(true)])] },
        MethodRow(.removePending, .one, .strings([waiting])), MethodRow(.removeDelivered, .one, .strings([shown])),
        MethodRow(.removeAllPending), MethodRow(.removeAllDelivered),
        MethodRow(.registerRemote, .one) { [.string($0), .properties(["instance": .string("of \($0)")])] },
        MethodRow(.remoteRegistrations, .all),
        MethodRow(.beginPushTest, .one) { [.string($0), .properties(["instance": .string("of \($0)")])] },
        MethodRow(.pushTest, .one) { [.string($0), .string("of \($0)"), .properties([:])] },
        MethodRow(.unregisterRemote, .one) { [.string($0), .string("of \($0)")] },
        MethodRow(.pushDistributors, .general) { _ in [.properties([:])] },
        MethodRow(.extensions, .all),
        MethodRow(.setExtensionEnabled, .session) { [.string($0), .string("service"), .boolean(true)] },
        MethodRow(.tryExtension, .session) { _ in [.string(triedFile), payload] },
        MethodRow(.exportWithPlaces, .session) { [.string($0), file(for: $0)] },
        MethodRow(.setPlace, .session) { _ in [.properties(place), .properties([:])] },
        MethodRow(.places, .session) { _ in [] },
        MethodRow(.removePlace, .session) { _ in [.string("home")] },
        MethodRow(.location, .one, .properties([:])), MethodRow(.monitorLocation, .one, .properties([:])),
        MethodRow(.locationPermissions, .session) { _ in [] },
        MethodRow(.setLocationPermission, .session) { [.string($0), .string("allowed")] },
    ]
}
