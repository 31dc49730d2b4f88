// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Triggers

/// How many bytes of copies each application has, so that none fills the person's disk.
///
/// One number for each: what is there at the start is counted once, and then whatever comes and goes. What the person removes by
/// hand is noticed at the next start.
package final class AttachmentQuota: Sendable {
    private struct State {
        var bytes: [String: Int] = [:]
        /// Folders of the time before the start, which nobody has looked into yet.
        var uncounted: Set<String> = []

        mutating func giveBack(_ count: Int, of app: String) {
            let rest = (bytes[app] ?? 0) - count
            bytes[app] = rest > 0 ? rest : nil
        }
    }

    private let state = Mutex(State())

    /// These folders are there, and not counted yet.
    func begin(with homes: [String]) { state.withLock { $0.uncounted = Set(homes) } }

    /// Counts what a folder of the time before holds; nothing where it was counted, or has gone.
    func count(_ home: String, _ bytes: Int, of app: String) {
        state.withLock { state in
            if state.uncounted.remove(home) != nil { state.bytes[app, default: 0] += bytes }
        }
    }

    /// A folder is about to be removed, which holds so much; nothing is given back where that was not counted.
    func forget(_ home: String, _ bytes: Int, of app: String?) {
        state.withLock { state in
            guard state.uncounted.remove(home) == nil, let app else { return }
            state.giveBack(bytes, of: app)
        }
    }

    /// Takes room, which is for this caller alone from now on.
    ///
    /// - Parameters:
    ///   - bytes: How much.
    ///   - app: Whose.
    ///   - limit: How many bytes it may have in all.
    ///   - file: What comes in pieces, and its bytes with this one: taken by now is what the others have. Nil: all comes at once.
    /// - Throws: ``NotificationModel/Refusal`` where the application would have more than `limit` bytes; nothing is taken then.
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
        let more = file.map { "\"\($0.name)\" is \($0.size) or more" } ?? "these are \(bytes) more"
        throw Refusal(
            .tooManyRequests,
            """
            attachments: app "\(app)" has \(before) bytes of attached files, and \(more); the limit is \
            \(limit) bytes: remove requests that have some, or raise attachmentMiB in config.toml
            """)
    }

    /// Gives back room that is not needed.
    package func giveBack(_ bytes: Int, of app: String) { state.withLock { $0.giveBack(bytes, of: app) } }
}
