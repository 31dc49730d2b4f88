// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
package import FoundationEssentials
package import NotificationStore

/// Findings about the store: its file, permissions and disk space, SQLite's check, the newest backup, and the records.
package struct StoreDiagnosis {
    private let health: StoreHealth
    /// Whether a notification server runs, so that no notification has to wait until a server starts.
    private let isServerThere: Bool
    private let now: Date

    package init(_ health: StoreHealth, isServerThere: Bool, now: Date = Date()) {
        self.health = health
        self.isServerThere = isServerThere
        self.now = now
    }

    /// Number of free bytes below which the disk gets a warning, and the number below which it counts as full.
    private static let comfort: Int64 = 100 << 20
    private static let need: Int64 = 16 << 20
    /// Size in bytes above which the write-ahead log is too long: SQLite cuts it to 4 MiB unless another program has
    /// the store open for long.
    private static let logLimit: Int64 = 64 << 20
    /// Largest number of seconds that a notification may wait while a notification server runs, such as in a flood.
    private static let patience: TimeInterval = 3600

    package var findings: [Finding] {
        [file, permissions, space, log, schema, check, BackupDiagnosis(health.backups).finding].compactMap(\.self)
            + counts
    }

    private var file: Finding {
        guard health.fileMode != nil else {
            return health.isWritable
                ? Finding("store.file", .note, "\(health.path) does not exist yet; the agent will create it")
                : Finding(
                    "store.file", .problem, "\(health.path) does not exist and can't be created",
                    advice:
                        "Give your user write permission on its parent folder, or set XDG_STATE_HOME to a writable folder."
                )
        }
        guard health.isWritable else {
            return Finding(
                "store.file", .problem, "\(health.path) can't be written",
                advice: "Give your user write permission on the file and its folder; until then nothing new is stored.")
        }
        if let error = health.error {
            return Finding(
                "store.file", .problem, "\(health.path): \(error.message)",
                advice:
                    "If the store is damaged, the agent puts it aside when it starts; with any other error it waits until the cause is removed."
            )
        }
        return Finding("store.file", "\(health.path), \(Self.size(health.bytes))")
    }

    private var permissions: Finding? {
        guard let folder = health.folderMode else { return nil }
        guard health.isOwn else {
            return Finding(
                "store.permissions", .problem, "the store's folder belongs to another user",
                advice: "Give the folder to your user with chown, or set XDG_STATE_HOME to a folder of its own.")
        }
        let file = health.fileMode ?? 0o600
        let text = "folder \(Self.mode(folder)), file \(Self.mode(file))"
        guard folder & 0o077 == 0 else {
            return Finding(
                "store.permissions", .warning, text + ": other users can open the folder",
                advice: "Restart the agent, which sets them to 0700 and 0600, or use chmod.")
        }
        guard file & 0o077 == 0 else {
            return Finding(
                "store.permissions", .note, text + ": other users could read the file if they could open its folder")
        }
        return Finding("store.permissions", text)
    }

    private var space: Finding? {
        guard let free = health.freeBytes else { return nil }
        let text = "\(Self.size(free)) free on the store's file system"
        let state = Self.state(free: free)
        guard state != .ok else { return Finding("store.space", text) }
        return Finding(
            "store.space", state, text,
            advice: "Make room on that file system: requests and answers are refused when it is full.")
    }

    /// Returns the finding's state for this number of free bytes on the disk.
    static func state(free: Int64) -> Finding.State { free < need ? .problem : free < comfort ? .warning : .ok }

    private var log: Finding? {
        guard health.contents != nil else { return nil }
        let text = "\(Self.size(health.logBytes)) of write-ahead log"
        guard health.logBytes > Self.logLimit else { return Finding("store.log", text) }
        return Finding(
            "store.log", .warning, text,
            advice: "End the program that has held the store open for long, such as sqlite3 or a backup.")
    }

    private var schema: Finding? {
        guard let contents = health.contents else { return nil }
        return contents.counts == nil
            ? Finding("store.schema", .note, "\(contents.version), from an earlier version; the agent will migrate it")
            : Finding("store.schema", contents.version)
    }

    private var check: Finding? {
        guard let damage = health.contents?.damage else { return nil }
        guard let first = damage.first else { return Finding("store.check", "SQLite finds no damage") }
        return Finding(
            "store.check", .problem,
            "SQLite finds \(damage.count == 1 ? "damage" : "\(damage.count) damages"): \(first)",
            advice:
                "When the agent meets the damage, it puts the store aside and makes a new one of what can be read and "
                + "of a backup; or stop the agent and put a file of backups/ in the store's place yourself.")
    }

    private var counts: [Finding] {
        guard let counts = health.contents?.counts else { return [] }
        var findings = [
            Finding(
                "store.contents",
                "\(counts.pending) pending, \(counts.delivered) delivered, \(counts.outbox) to be fetched or run")
        ]
        if let waiting = waiting(counts) { findings.append(waiting) }
        if counts.unreadable > 0 {
            findings.append(
                Finding(
                    "store.unreadable", .warning,
                    "\(counts.unreadable) records could not be read so far and were set aside",
                    advice: "Find their applications with \"belfry log --all\", and add the requests again."))
        }
        return findings
    }

    private func waiting(_ counts: StoreCounts) -> Finding? {
        guard counts.presenting > 0, let oldest = health.contents?.oldestPresenting else { return nil }
        let age = now.timeIntervalSince(oldest)
        let text = "\(counts.presenting) requests have fired and are not shown yet, the oldest for \(Self.age(age))"
        guard isServerThere, age > Self.patience else { return Finding("store.waiting", .note, text) }
        return Finding(
            "store.waiting", .warning, text,
            advice: "Look at the notification server's answers with \"belfry log --all\", and restart that server.")
    }

    // MARK: - Numbers as text

    private static func mode(_ mode: Int) -> String { "0" + String(mode, radix: 8) }

    /// Returns a number of bytes in words such as `12 KiB`, in the largest unit in which the number is at least 1.
    static func size(_ bytes: Int64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (size, unit) = (bytes, 0)
        while size >= 1024, unit < units.count - 1 { (size, unit) = (size / 1024, unit + 1) }
        return "\(size) \(units[unit])"
    }

    private static func age(_ seconds: TimeInterval) -> String {
        switch seconds {
        case ..<120: "\(Int(max(0, seconds))) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case ..<172_800: "\(Int(seconds / 3600)) h"
        default: "\(Int(seconds / 86_400)) days"
        }
    }
}
