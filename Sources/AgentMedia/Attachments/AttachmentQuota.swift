// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Triggers

/// The bytes that the copies of each application's attached files take, whose limit protects the person's disk.
///
/// The copies that exist when the agent starts are counted once; later, the bytes of each new copy are added, and those
/// of each removed copy are subtracted. Files that the person removes by hand are noticed when the agent next starts.
package final class AttachmentQuota: Sendable {
    private struct State {
        var bytes: [String: Int] = [:]
        /// Folders of copies that existed when the agent started, and that are not counted yet.
        var uncounted: Set<String> = []

        mutating func giveBack(_ count: Int, of app: String) {
            let rest = (bytes[app] ?? 0) - count
            bytes[app] = rest > 0 ? rest : nil
        }
    }

    private let state = Mutex(State())

    /// Notes the folders of copies that exist when the agent starts, which must still be counted.
    func begin(with homes: [String]) { state.withLock { $0.uncounted = Set(homes) } }

    /// Counts a folder from before the agent's start; does nothing if it was counted or removed already.
    func count(_ home: String, _ bytes: Int, of app: String) {
        state.withLock { state in
            if state.uncounted.remove(home) != nil { state.bytes[app, default: 0] += bytes }
        }
    }

    /// Subtracts the bytes of a folder that will now be removed; does nothing if the folder was not counted yet.
    func forget(_ home: String, _ bytes: Int, of app: String?) {
        state.withLock { state in
            guard state.uncounted.remove(home) == nil, let app else { return }
            state.giveBack(bytes, of: app)
        }
    }

    /// Reserves bytes for an application's attached files, which may have `limit` bytes in all.
    ///
    /// `file` has the name of a file that is copied in pieces, and the file's size up to this piece; nil for whole
    /// files. Nothing is reserved if the files would be over the limit.
    package func take(
        _ bytes: Int, of app: String, atMost limit: Int, for file: (name: String, size: Int)? = nil
    ) throws(Refusal) {
        let present = state.withLock { state -> Int? in
            let present = state.bytes[app] ?? 0
            guard bytes <= limit - present else { return present }
            state.bytes[app] = present + bytes
            return nil
        }
        guard let present else { return }
        let before = file.map { present - ($0.size - bytes) } ?? present
        let more = file.map { "\"\($0.name)\" is \($0.size) or more" } ?? "this request adds \(bytes)"
        throw Refusal(
            .tooManyRequests,
            """
            attachments: app "\(app)" has \(before) bytes of attached files, and \(more); the limit is \
            \(limit) bytes: remove requests with attachments, or raise attachmentMiB in config.toml
            """)
    }

    /// Gives reserved bytes that are not needed back to the application's quota.
    package func giveBack(_ bytes: Int, of app: String) { state.withLock { $0.giveBack(bytes, of: app) } }
}

/// The bytes reserved in an application's quota for the copies of one request.
struct AttachmentReservation {
    private let ledger: AttachmentQuota
    private let app: String
    private let limit: Int
    private var taken: Int
    private var used = 0

    /// Reserves bytes, the present size of the files to copy, in the application's quota.
    ///
    /// - Throws: ``NotificationModel/Refusal`` if the application's files would be over the limit.
    init(_ bytes: Int, of app: String, atMost limit: Int, in ledger: AttachmentQuota) throws(Refusal) {
        try ledger.take(bytes, of: app, atMost: limit)
        (self.ledger, self.app, self.limit, taken) = (ledger, app, limit, bytes)
    }

    /// Notes bytes that are about to be written; reserves more if the files have grown.
    mutating func use(_ bytes: Int) throws(Refusal) {
        used += bytes
        guard used > taken else { return }
        try ledger.take(used - taken, of: app, atMost: limit)
        taken = used
    }

    /// Gives the reserved bytes that were not needed back to the quota, when all files are copied.
    mutating func close() {
        ledger.giveBack(taken - used, of: app)
        taken = used
    }

    /// Returns all reserved bytes to the quota, when the request is refused.
    mutating func giveBack() {
        ledger.giveBack(taken, of: app)
        (taken, used) = (0, 0)
    }
}
