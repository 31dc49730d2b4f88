// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentOutbox
import SystemPackage
import Testing

/// Which commands are started again after a failure, and when.
@Suite struct CommandRetryTests {
    @Test(arguments: [
        Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .resourceTemporarilyUnavailable, .noMemory, .textFileBusy,
    ])
    func `a temporary failure is retried, each time later, and not for ever`(_ error: Errno) {
        let pauses = (0...CommandRetry.limit).map { CommandRetry.pause(after: error, attempt: $0) }

        #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16), nil])
    }

    @Test(arguments: [Errno.noSuchFileOrDirectory, .permissionDenied, .badFileDescriptor])
    func `a permanent failure is not retried`(_ error: Errno) {
        #expect(CommandRetry.pause(after: error, attempt: 0) == nil)
    }

    @Test func `a command that ran too long is not run again`() {
        #expect(CommandRetry.pause(after: CommandTimeout(limit: .seconds(30)), attempt: 0) == nil)
    }
}
