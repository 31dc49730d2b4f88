// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentMedia
import FoundationEssentials
import Glibc
package import NotificationModel
import Triggers

/// Writes the attached files of an import into new folders, which no stored request names yet.
package struct CopiesInImport {
    private let keeper: AttachmentStore
    /// Returns the largest number of bytes that the attached files of an application may take.
    private let limit: @Sendable (_ app: String) -> Int
    private let problem: Problem

    /// Returns the reason why the file at a path can't be this attachment; nil if the file can.
    package typealias Problem = @Sendable (_ path: String, Attachment) async -> String?

    /// The new folders in the attachment store, by the folders' numbers in the import.
    private var homes: [Int: Home] = [:]
    private var sizes: [String: Int] = [:]
    private var current: (name: String, file: Int32)?
    private var checked: Set<String> = []

    private struct Home {
        let name: String
        let app: String
        let identifier: String
    }

    init(_ keeper: AttachmentStore, limit: @escaping @Sendable (_ app: String) -> Int, problem: @escaping Problem) {
        (self.keeper, self.limit, self.problem) = (keeper, limit, problem)
    }

    /// The names of the folders made so far for copies of attachments, each with its application's id.
    var owners: [String: String] { Dictionary(homes.values.map { ($0.name, $0.app) }) { first, _ in first } }

    private static let largest = Limits.attachedFilmBytes

    /// Returns a name for a new folder if the piece is the folder's first; the caller protects the folder from sweeps.
    func newHome(for file: TransferFile) -> String? {
        guard let place = file.place, homes[place.home] == nil else { return nil }
        return keeper.newHome(of: file.app, file.identifier)
    }

    /// Writes a piece of an attached file; blocks its thread.
    ///
    /// - Parameters:
    ///   - file: The piece, with the file's name and application.
    ///   - newHome: The result of ``newHome(for:)`` for this piece.
    /// - Throws: ``NotificationModel/Refusal``.
    mutating func write(_ file: TransferFile, newHome: String?) throws {
        guard let place = file.place else { return }
        if let newHome { try make(newHome, place.home, file) }
        guard let home = homes[place.home], home.app == file.app, home.identifier == file.identifier else {
            throw Refusal.invalidRequest("name is \"\(file.name)\", and its folder belongs to another request")
        }
        if let current, current.name != file.name {
            throw Refusal.invalidRequest("name is \"\(file.name)\", but \"\(current.name)\" is not complete yet")
        }
        let path = "\(keeper.folder)/\(home.name)/\(place.file)"
        if current == nil {
            guard sizes[file.name] == nil else {
                throw Refusal.invalidRequest("name is \"\(file.name)\", which an earlier line already has")
            }
            let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard target >= 0, fchmod(target, 0o600) == 0 else { throw Self.failure(path) }
            current = (file.name, target)
            sizes[file.name] = 0
        }
        guard let target = current?.file else { return }
        let size = (sizes[file.name] ?? 0) + file.data.count
        guard size <= Self.largest else {
            throw Refusal.contentTooLarge("\"\(file.name)\" is over \(Self.largest) bytes, the limit of a file")
        }
        sizes[file.name] = size
        try keeper.ledger.take(file.data.count, of: file.app, atMost: limit(file.app), for: (file.name, size))
        let count = file.data.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
        guard count == file.data.count else {
            let failure = Self.failure(path)
            // The quota gets back only the unwritten bytes; it gets back the written bytes when the file is removed.
            keeper.ledger.giveBack(file.data.count - max(0, count), of: file.app)
            throw failure
        }
        guard !file.isContinued else { return }
        guard fsync(target) == 0 else { throw Self.failure(path) }
        close()
    }

    private mutating func make(_ name: String, _ number: Int, _ file: TransferFile) throws {
        let path = "\(keeper.folder)/\(name)"
        do {
            try PrivateFolder.make(path)
            homes[number] = Home(name: name, app: file.app, identifier: file.identifier)
            try PrivateFolder.write("\(file.app)\n\(file.identifier)", to: "\(path)/\(AttachmentStore.ownerFile)")
        } catch {
            throw Self.failure(path)
        }
    }

    private static func failure(_ path: String) -> Refusal {
        Refusal(.storeUnavailable, "\(path) can't be written: \(String(cString: strerror(errno)))")
    }

    /// Returns the request with its files' paths instead of their names in the import, after the checks that a newly
    /// added request must pass.
    ///
    /// - Throws: ``NotificationModel/Refusal`` for a file that no earlier line has, or that fails a check.
    mutating func local(_ request: Request, of app: String) async throws -> Request {
        var request = request
        for (index, attachment) in request.content.attachments.enumerated() {
            let key = "request.attachments[\(index)].url"
            let path = try path(of: attachment.url, key, request, app)
            let (size, limit) = (sizes[Self.name(attachment.url)] ?? 0, attachment.kind.largestSize)
            guard size <= limit else {
                throw Refusal.invalidAttachment("\(key) is \(size) bytes; the limit is \(limit)")
            }
            // Several records may have the same attached file, with different types.
            if checked.insert("\(attachment.typeHint ?? "") \(path)").inserted,
                let problem = await self.problem(path, attachment)
            {
                throw Refusal.invalidAttachment("\(key) \"\(attachment.url)\" \(problem)")
            }
            request.content.attachments[index].url = path
        }
        guard let sound = request.content.sound?.name, sound.contains("/") || sound.hasPrefix(TransferFile.scheme)
        else {
            return request
        }
        let path = try path(of: sound, "request.sound", request, app)
        let size = sizes[Self.name(sound)] ?? 0
        guard size <= Attachment.Kind.sound.largestSize else {
            throw Refusal.invalidAttachment(
                "request.sound is \(size) bytes; the limit is \(Attachment.Kind.sound.largestSize)")
        }
        if let problem = SoundFile.problem(with: path) {
            throw Refusal.invalidAttachment("request.sound \"\(sound)\" \(problem)")
        }
        request.content.sound?.name = path
        return request
    }

    private static func name(_ url: String) -> String { String(url.dropFirst(TransferFile.scheme.count)) }

    private func path(of url: String, _ key: String, _ request: Request, _ app: String) throws -> String {
        let name = Self.name(url)
        guard url.hasPrefix(TransferFile.scheme), let place = TransferFile.place(of: name),
            let home = homes[place.home],
            sizes[name] != nil, current == nil
        else {
            throw Refusal.invalidAttachment("\(key) is \"\(url)\", but no earlier line contains that file")
        }
        let owners = [request.identifier, request.parentIdentifier]
        guard home.app == app, owners.contains(home.identifier) else {
            throw Refusal.invalidAttachment("\(key) is \"\(url)\", which belongs to another request")
        }
        return "\(keeper.folder)/\(home.name)/\(place.file)"
    }

    /// Writes the new folders and their files through to the disk; blocks its thread.
    ///
    /// - Throws: ``NotificationModel/Refusal``.
    func settle() throws {
        do {
            try keeper.settle(homes.values.map(\.name))
        } catch {
            throw Refusal(
                .storeUnavailable, "\(keeper.folder) can't be written to disk\(AttachmentStore.reason(for: error))")
        }
    }

    /// Closes the file whose pieces are being written, if there is such a file.
    mutating func close() {
        if let file = current?.file { Glibc.close(file) }
        current = nil
    }

    /// Whether further pieces of the file that is being written must follow.
    var isOpen: Bool { current != nil }
}
