// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
package import AgentMedia
import AgentRules
package import FoundationEssentials
import NotificationModel
package import NotificationStore
package import Triggers

/// Reads an import to its end, and stages its records if every line is valid; the store does not change.
package struct ImportJob: Sendable {
    let attachments: AttachmentStore
    /// Returns the largest number of bytes of attached files that an application may have.
    let attachmentBytes: @Sendable (_ app: String) -> Int
    let app: String?
    let now: Date
    let timeZone: Zone
    /// The person's places by name, for imported requests whose places have only a name.
    let places: [String: Region]
    var problem: CopiesInImport.Problem = { await AttachmentStore.problem(with: $0, as: $1) }

    package init(
        attachments: AttachmentStore, attachmentBytes: @escaping @Sendable (_ app: String) -> Int, app: String?,
        now: Date, timeZone: Zone, places: [String: Region] = [:],
        problem: @escaping CopiesInImport.Problem = { await AttachmentStore.problem(with: $0, as: $1) }
    ) {
        (self.attachments, self.attachmentBytes, self.app) = (attachments, attachmentBytes, app)
        (self.now, self.timeZone, self.places) = (now, timeZone, places)
        self.problem = problem
    }

    /// The result of reading an import.
    package struct Reading: Sendable {
        package var header: TransferHeader?
        /// The staged records; nil if a line is refused.
        package var stage: SealedStage?
        package var lines = 0
        /// The first refused lines, at most ``ImportJob/toldRefusals``.
        package var refused: [RefusedLine] = []
        /// Number of refused lines.
        package var refusedCount = 0
        /// The folders of the copies, with their applications; the caller sweeps or removes them afterwards.
        package var homes: [String: String] = [:]

        package mutating func refuse(_ line: Int, _ error: any Error) throws {
            let refusal: Refusal
            switch error {
            case let error as Refusal where error.code != .storeUnavailable: refusal = error
            case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
                refusal = .invalidRequest("it is not valid JSON")
            case let error as DecodingError: refusal = Refusal(error)
            default: throw error
            }
            refusedCount += 1
            if refused.count < ImportJob.toldRefusals { refused.append(RefusedLine(line: line, refusal: refusal)) }
        }
    }

    static let toldRefusals = 100

    /// Reads the import; blocks its thread. Only one line and a few records are in memory.
    ///
    /// - Parameters:
    ///   - file: A regular file that is open for reading; it is read from its current position.
    ///   - protect: Called with each folder of imported files before the folder is made, so that no sweep removes it.
    /// - Returns: The result; the folders of imported files exist even if lines are refused.
    /// - Throws: ``NotificationModel/Refusal`` of a file that can't be read at all, ``NotificationStore/StoreError``;
    ///   the folders of imported files are removed then.
    @concurrent
    package func read(_ file: Int32, protect: @Sendable (String) async -> Void) async throws -> Reading {
        var copies = CopiesInImport(attachments, limit: attachmentBytes, problem: problem)
        do {
            return try await read(try TransferStream(file, writes: false), &copies, protect)
        } catch {
            copies.close()
            for (name, app) in copies.owners { attachments.remove(name, of: app) }
            throw error
        }
    }

    private func read(
        _ stream: TransferStream, _ copies: inout CopiesInImport, _ protect: @Sendable (String) async -> Void
    ) async throws -> Reading {
        var stream = stream
        var reading = Reading()
        let stage = try ImportStage()
        var isWhole = false
        while true {
            let line: Data
            do {
                guard let next = try stream.next() else { break }
                line = next
            } catch {
                // A line that can't be read has no known end, so the lines after it can't be read.
                try reading.refuse(stream.lines, error)
                break
            }
            do {
                guard !isWhole else { throw Refusal.invalidRequest("the line comes after the end of the export") }
                let decoded = try JSONDecoder().decode(TransferLine.self, from: line)
                if reading.header == nil {
                    guard case .header(let header) = decoded else {
                        throw Refusal.invalidRequest("it must be the header of an export, of type \"belfry\"")
                    }
                    reading.header = header
                    continue
                }
                isWhole = try await take(decoded, stream.lines, stage, &copies, reading, protect)
            } catch {
                try reading.refuse(stream.lines, error)
                // A file without a header is no export, and every further line would be refused.
                if reading.header == nil { break }
            }
        }
        if !isWhole, reading.refused.isEmpty {
            let what =
                stream.lines == 0 ? "the file is empty" : "the end is missing: the file was cut off before this line"
            try reading.refuse(stream.lines + 1, Refusal.invalidRequest(what))
        }
        copies.close()
        reading.homes = copies.owners
        reading.lines = stream.lines
        if reading.refusedCount == 0 {
            try copies.settle()
            reading.stage = try stage.seal()
        }
        return reading
    }

    /// Handles a line of the import; returns whether it is the last line of the export.
    private func take(
        _ line: TransferLine, _ number: Int, _ stage: ImportStage, _ copies: inout CopiesInImport,
        _ reading: Reading, _ protect: @Sendable (String) async -> Void
    ) async throws -> Bool {
        switch line {
        case .header: throw Refusal.invalidRequest("type is \"belfry\", but the file already has a header")
        case .end(let lines):
            guard lines == number - 1 else {
                throw Refusal.invalidRequest("lines is \(lines), but \(number - 1) lines came before: some are missing")
            }
            guard !copies.isOpen else { throw Refusal.invalidRequest("an attached file before the end is incomplete") }
            return true
        case .file(let file):
            guard ApplicationID.isValid(file.app) else {
                throw Refusal.invalidRequest("app is \"\(file.app)\", which is no application id")
            }
            guard app == nil || app == file.app else { return false }
            let home = copies.newHome(for: file)
            if let home { await protect(home) }
            try copies.write(file, newHome: home)
        case .record(let listed):
            var record = listed
            if case .pending = listed { record = try listed.mapRequest(placed) }
            try record.validate()
            guard app == nil || app == record.app else { return false }
            let moved = try await local(record, &copies)
            try stage.append(atHome(moved, from: reading.header), line: number)
        }
        return false
    }

    /// Returns the request with the area of the person's place of the same name if the request's place has only a name;
    /// any other request stays as it is.
    private func placed(_ request: Request) throws -> Request {
        guard let trigger = request.trigger, let region = trigger.region, region.hasNameOnly else { return request }
        guard let known = places[region.identifier] else {
            throw Refusal.invalidTrigger(
                "trigger.region has only the name \"\(region.identifier)\", and there is no place of that name: add it with "
                    + "\"belfry place add\", or export with --places")
        }
        var placed = request
        var area = region
        area.area = known.area
        placed.trigger = trigger.replacing(area)
        return placed
    }

    private func local(_ record: StoreRecord, _ copies: inout CopiesInImport) async throws -> StoreRecord {
        var moved = record
        if let request = record.request, request.content.hasFilesOfImport {
            let local = try await copies.local(request, of: record.app)
            moved = record.mapRequest { _ in local }
        }
        guard let original = record.original, original.content.hasFilesOfImport else { return moved }
        return moved.withOriginal(try await copies.local(original, of: record.app))
    }

    /// Returns the record with wall-clock dates computed for the person's present zone instead of the export's zone,
    /// with the importing person's workdays and holidays.
    private func atHome(_ record: StoreRecord, from header: TransferHeader?) -> StoreRecord {
        guard case .pending(var pending) = record, !pending.isSnoozed else { return record }
        if let old = header.flatMap({ Zone(identifier: $0.timeZone) }), old.identifier != timeZone.identifier,
            let moved = NextDate.afterMoving(pending, from: old, to: timeZone, at: now)
        {
            (pending.due, pending.settled) = moved
        }
        if let (due, settled) = NextDate.afterNewCalendar(pending, in: timeZone, at: now) {
            (pending.due, pending.settled) = (due, settled)
        }
        return .pending(pending)
    }
}

extension StoreRecord {
    /// The request in the record; nil for a record without one.
    fileprivate var request: Request? {
        switch self {
        case .application, .category, .pause, .disabledExtension, .registration, .event: nil
        case .pending(let pending): pending.request
        case .delivered(let delivered): delivered.notification.request
        case .missed(let missed): missed.request
        case .outbox(let item): item.notification.request
        case .history(let entry): entry.notification.request
        }
    }
}

extension Content {
    /// Whether the content has attachments, or a sound that is a file.
    fileprivate var hasFilesOfImport: Bool {
        !attachments.isEmpty || sound?.name.map { $0.contains("/") || $0.hasPrefix(TransferFile.scheme) } ?? false
    }
}
