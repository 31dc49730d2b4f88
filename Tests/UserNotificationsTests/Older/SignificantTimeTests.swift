// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import UIKitNotifications

/// Reports of changes of the time.
@Suite struct SignificantTimeTests {
    @Test func `a changed time zone is reported`() async throws {
        let folder = try TemporaryFolder()
        let reports = Mailbox<Bool>()
        let watch = SignificantTimeWatch(folder: folder.path) { reports.put(true) }
        // The watch begins on a thread of its own, so the file is written until a report comes.
        let writer = Task {
            while !Task.isCancelled {
                try Data("UTC\n".utf8).write(to: URL(filePath: folder.path + "/timezone"))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(try await reports.next())
        writer.cancel()
        withExtendedLifetime(watch) {}
    }
}
