// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import GRDB
import NotificationModel
import Testing
import Triggers

@testable import NotificationStore

/// Permissions of the store's files. Each test runs in a process of its own, because the umask belongs to the process.
@Suite struct PermissionTests {
    @Test(arguments: [mode_t(0), 0o077, 0o777])
    func `folder and files are private whatever the umask is`(_ mask: mode_t) async {
        await #expect(processExitsWith: .success) { [mask = mask as mode_t] in
            try await withFolder { folder in
                // They existed before, with wrong permissions, and with a file that others can read.
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data().write(to: URL(filePath: folder + "/belfry.sqlite"))
                #expect(chmod(folder, 0o755) == 0)
                #expect(chmod(folder + "/belfry.sqlite", 0o644) == 0)
                umask(mask)

                let store = try NotificationStore(at: folder)
                try await store.add(request("tea"))

                #expect(try permissions(folder) == 0o700)
                for name in ["", "-wal", "-shm"] {
                    #expect(try permissions(folder + "/belfry.sqlite" + name) == 0o600)
                }
            }
        }
    }

    @Test func `the newest three are kept, each a complete store that only the person can read`() async {
        await #expect(processExitsWith: .success) {
            try await withFolder { folder in
                let store = try NotificationStore(at: folder)
                umask(0)
                for number in 0..<5 {
                    try await store.add(request("tea \(number)"))
                    try store.backUp(at: noon + Double(number) * 86_400)
                }

                let backups = StoreBackups(of: folder).all

                #expect(backups.map(\.date) == [4, 3, 2].map { noon + Double($0) * 86_400 })
                let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/backups")
                #expect(Set(files) == Set(backups.map { URL(filePath: $0.path).lastPathComponent }))
                #expect(try permissions(folder + "/backups") == 0o700)
                for backup in backups { #expect(try permissions(backup.path) == 0o600) }
                let copy = folder + "-copy"
                try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: backups[1].path, toPath: copy + "/belfry.sqlite")
                #expect(try await NotificationStore(at: copy).pendingNames() == (0..<4).map { "tea \($0)" })
            }
        }
    }
}

private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
}
