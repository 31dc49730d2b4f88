// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentMaintenance
@testable import AgentMedia
@testable import AgentPrograms
import FoundationEssentials
import Glibc
import NotificationModel
import Triggers

@testable import NotificationStore

/// Files for `belfry import`: refused with a line and a message, or completely staged for a store.
///
/// A file without a header gets one, and an end, so that random changes need not invent them around each line.
enum Imports {
    static func read(_ bytes: [UInt8]) throws {
        let bytes = whole(bytes)
        for line in bytes.split(separator: UInt8(ascii: "\n")) { try checkCoding(of: Data(line)) }
        try MemoryFile.with(bytes) { path in
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw Finding("it can't be opened: \(String(cString: strerror(errno)))") }
            defer { close(file) }
            // For copies of attachments: a memory file system of this thread, which exists as long as there are copies.
            let folder = "/dev/shm/belfry-imports-\(getpid())-\(pthread_self())"
            try CallersThread.run { try await takeIn(file, folder) }
        }
    }

    /// Reads a file as `Import` does, and imports it into a store.
    private static func takeIn(_ file: Int32, _ folder: String) async throws {
        let keeper = AttachmentStore(folder: folder)
        // The machine is in another zone than the machine of the export.
        var job = ImportJob(
            attachments: keeper, attachmentBytes: { _ in 1000 }, app: nil, now: Requests.now, timeZone: elsewhere)
        // A process for each case is too slow for millions of cases; the decoder of pictures has an input of its own.
        job.problem = { path, attachment in
            attachment.kind == .picture ? nil : await AttachmentStore.problem(with: path, as: attachment)
        }
        let reading = try await job.read(file) { _ in }
        defer {
            for (home, app) in reading.homes { keeper.remove(home, of: app) }
            if !reading.homes.isEmpty { rmdir(folder) }
        }
        try Finding.unless(
            Set(keeper.leftovers()) == Set(reading.homes.keys),
            "\(reading.homes) are \(keeper.leftovers()) on the disk")
        try Finding.unless(
            (reading.stage == nil) == (reading.refusedCount > 0) && reading.refused.count <= reading.refusedCount
                && reading.refused.isEmpty == (reading.refusedCount == 0),
            "\(reading.refusedCount) lines are refused, told are \(reading.refused)")
        for refused in reading.refused {
            try check(refused.refusal)
            try Finding.unless(
                (1...reading.lines + 1).contains(refused.line), "line \(refused.line) of \(reading.lines)")
        }
        guard let stage = reading.stage else { return }
        try Finding.unless(
            reading.header != nil && stage.count + 2 <= reading.lines, "\(stage.count) of \(reading.lines) lines")
        do {
            let outcome = try await store.get().take(
                stage, ImportOptions(file: reading.header?.id ?? "", isTrial: true), at: Requests.now)
            let count = outcome.imported.values.reduce(0, +) + outcome.kept
            // The log may contain fewer events.
            let events = try stage.count(of: .event)
            try Finding.unless(
                (stage.count - events...stage.count).contains(count),
                "\(count) of \(stage.count) records went in, or were there")
        } catch let line as RefusedLine {
            try check(line.refusal)
        }
    }

    /// Checks that a valid line is the same when it is exported again.
    private static func checkCoding(of data: Data) throws {
        guard let line = try? JSONDecoder().decode(TransferLine.self, from: data) else { return }
        if case .record(let record) = line, (try? record.validate()) == nil { return }
        let text = try line.encoded()
        let again = try JSONDecoder().decode(TransferLine.self, from: text)
        if case .record(let record) = again { try record.validate() }
        let (one, other) = (String(decoding: text, as: UTF8.self), String(decoding: try again.encoded(), as: UTF8.self))
        try Finding.unless(one == other, "\(one) became \(other)")
    }

    private static func check(_ refusal: Refusal) throws {
        try Finding.unless(
            !refusal.message.isEmpty && !refusal.message.utf8.contains(0), "no words, or U+0000: \(refusal)")
    }

    private static func whole(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.starts(with: header.prefix(8)) else { return bytes }
        let lines = bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]
        let count = lines.count { $0 == UInt8(ascii: "\n") } + 1
        return header + lines + Array("{\"lines\":\(count),\"type\":\"end\"}\n".utf8)
    }

    private static let header = Array(
        (#"{"date":"2026-11-21T13:40:00Z","format":1,"id":"x","timeZone":"Europe/Berlin","type":"belfry","#
            + #""version":"1"}"# + "\n").utf8)
    private static let elsewhere = Zone(identifier: "America/New_York") ?? .gmt
    /// A store that is empty before each case; the import is rolled back.
    private static let store = Result { try NotificationStore.inMemory() }
}
