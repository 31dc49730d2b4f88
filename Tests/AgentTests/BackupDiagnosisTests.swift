// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentMaintenance
import Foundation
import NotificationModel
import Testing

@testable import NotificationStore

/// The finding `store.backup`: whether there is a usable backup.
@Suite struct BackupDiagnosisTests {
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)
    private let day: TimeInterval = 86_400

    private func finding(_ folder: String, at now: Date) -> Finding? {
        BackupDiagnosis(StoreHealth(folder: folder, check: true, at: now).backups).finding
    }

    @Test func `a backup is reported as good, too old, damaged, or impossible`() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "belfry-backups-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = root + "/state"
        #expect(finding(folder, at: noon) == nil)
        let store = try NotificationStore(at: folder)
        defer { store.close() }
        func write(at date: Date) async throws {
            try await store.note(EventRecord(cursor: 0, app: "a", identifier: "b", kind: .set, date: date, detail: [:]))
        }
        #expect(finding(folder, at: noon) == nil)
        try await write(at: noon)
        #expect(finding(folder, at: noon + 7200)?.state == .note)

        // Nothing was written for a week, so the old backup is complete.
        try store.backUp(at: noon + 60)
        #expect(finding(folder, at: noon + 7 * day)?.state == .ok)
        // The next backup, in a few minutes, will contain the last change.
        try await write(at: noon + 7 * day)
        #expect(finding(folder, at: noon + 7 * day + 60)?.state == .ok)
        let old = finding(folder, at: noon + 7 * day + 7200)
        #expect(old?.name == "store.backup" && old?.state == .warning)
        #expect(old?.value.contains("for 6 days") == true, "\(old?.value ?? "")")

        try store.backUp(at: noon + 7 * day + 300)
        #expect(finding(folder, at: noon + 8 * day)?.state == .ok)
        let newest = try #require(StoreBackups(of: folder).all.first)
        try Data(repeating: 7, count: 9000).write(to: URL(filePath: newest.path))
        let broken = finding(folder, at: noon + 8 * day)
        #expect(broken?.state == .warning && broken?.value.contains("can't be read") == true)

        try FileManager.default.removeItem(atPath: folder + "/backups")
        try Data().write(to: URL(filePath: folder + "/backups"))
        let closed = finding(folder, at: noon + 8 * day)
        #expect(closed?.state == .warning && closed?.value.contains("can't be written; there is none") == true)
    }
}
