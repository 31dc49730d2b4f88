// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc
import Synchronization

/// One row of the matrix: a method of the contract, and how it speaks of an application.
struct MethodRow: CustomStringConvertible {
    /// What a host program may say of others, and nobody else.
    enum Reach {
        /// Any application by its id.
        case one
        /// Any application, and "*".
        case all
        /// Nobody in particular; a sandboxed program has what is its own of it.
        case general
        /// The whole session: not for a sandboxed program.
        case session
    }

    let method: AgentMethod
    let reach: Reach
    /// The arguments that speak of an application.
    let arguments: @Sendable (_ app: String) -> [Value]

    var description: String { method.rawValue }

    private init(_ method: AgentMethod, _ reach: Reach, _ arguments: @escaping @Sendable (_ app: String) -> [Value]) {
        (self.method, self.reach, self.arguments) = (method, reach, arguments)
    }

    /// A method that takes an application and these.
    private init(_ method: AgentMethod, _ reach: Reach = .one, _ rest: Value...) {
        self.init(method, reach) { [.string($0)] + rest }
    }

    /// What of a victim is in no answer to another: its id and its texts have this in them.
    static let secret = "Victim"
    static let victim = "org.example.Victim"
    /// Both the victim and the caller have requests with these identifiers: one that waits, and one that is shown.
    static let (waiting, shown) = ("waiting", "shown")

    /// Where an application's things are exported to and imported from.
    private static let files = Mutex<[String: FileDescriptorHandle]>([:])

    /// Opened anew each time: whoever reads or writes begins at its beginning.
    private static func file(for app: String) -> Value {
        files.withLock { files in
            let file = files[app] ?? FileDescriptorHandle(owning: tmpfile().map { dup(fileno($0)) } ?? -1)
            files[app] = file
            let opened = open("/proc/self/fd/\(file.rawValue)", O_RDWR | O_CLOEXEC)
            return .fileDescriptor(FileDescriptorHandle(owning: opened))
        }
    }

    private static let refusalNote: [String: Value] = [
        "method": .string("Add"), "error": .string("InvalidRequest"), "message": .string("title is missing"),
    ]

    /// In an order in which each finds what it needs.
    static let all: [MethodRow] = [
        MethodRow(.add, .one, .properties(request(waiting, title: "Mine", ["trigger": tomorrow]))),
        MethodRow(.addAll, .one, .dictionaries([request(shown, title: "Mine")]), .properties([:])),
        MethodRow(.pending), MethodRow(.pendingPage, .one, .properties([:])),
        MethodRow(.delivered), MethodRow(.deliveredPage, .one, .properties([:])),
        MethodRow(.setCategories, .one, .dictionaries([["identifier": .string("own")]])), MethodRow(.categories),
        MethodRow(.requestAuthorization, .one, .strings(["alert", "badge", "providesAppNotificationSettings"])),
        MethodRow(.settings),
        MethodRow(.noteRefusal, .one, .properties(refusalNote)), MethodRow(.openSettings, .one, .string("")),
        MethodRow(.setBadgeCount, .one, .uint32(3)),
        MethodRow(.attach, .one, .properties([:])), MethodRow(.detach),
        MethodRow(.watch, .all), MethodRow(.unwatch, .all),
        MethodRow(.snooze, .one, .string(waiting), .double(7200)), MethodRow(.repost, .one, .strings([shown])),
        MethodRow(.pause, .all, .double(3600)), MethodRow(.resume, .all),
        MethodRow(.missed, .all), MethodRow(.log, .all, .properties([:])),
        MethodRow(.explain, .one) {
            [.properties(["app": .string($0), "identifier": .string(waiting)]), .uint32(1)]
        },
        MethodRow(.export, .session) { [.string($0), file(for: $0)] },
        MethodRow(.takeIn, .session) { [.string($0), file(for: $0), .properties([:])] },
        MethodRow(.status, .general) { _ in [] },
        MethodRow(.diagnose, .session) { _ in [.properties(["check": .boolean(false)])] },
        MethodRow(.removePending, .one, .strings([waiting])), MethodRow(.removeDelivered, .one, .strings([shown])),
        MethodRow(.removeAllPending), MethodRow(.removeAllDelivered),
    ]
}
