// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import FoundationEssentials
import NotificationStore
import Triggers

/// Finding about the store's backups: whether the newest one is recent and readable, and a new one can be made.
struct BackupDiagnosis {
    private let health: StoreBackups.Health

    /// - Parameter health: The state of the backups, which was read outside of the event loop.
    init(_ health: StoreBackups.Health) { self.health = health }

    /// Largest age in seconds that the newest backup may have when the store is written.
    private static let limit: TimeInterval = 2 * 86_400

    /// The finding for the worst problem; nil if there is neither a store nor a backup.
    var finding: Finding? {
        guard health.lastWritten != nil || health.newest != nil else { return nil }
        let name = "store.backup"
        let newest = health.newest.map { "the newest backup is from \(Self.text($0.date))" }
        guard health.isWritable else {
            return Finding(
                name, .warning, "\(health.folder) can't be written; \(newest ?? "there is none")",
                advice:
                    "Give your user write permission on that folder, or remove a file of that name: without backups a damaged store is lost."
            )
        }
        if let error = health.error, let newest {
            return Finding(
                name, .warning, "\(newest), and it can't be read: \(error.message)",
                advice: "Remove that backup from \(health.folder): the agent makes another when the store is written.")
        }
        if let age = health.age, age > Self.limit {
            return Finding(
                name, .warning,
                "\(newest ?? "there is none"), although the store has had newer data for \(Int(age / 86_400)) days",
                advice: "See in the agent's log why none could be made: \"journalctl --user -u belfry\".")
        }
        guard let newest else { return Finding(name, .note, "no backup yet; one is made on each day with changes") }
        return Finding(name, newest)
    }

    private static func text(_ date: Date) -> String {
        String(LocalTime(date, in: .current).description.prefix(16)).replacing("T", with: " ")
    }
}
