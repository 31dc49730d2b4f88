// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import NotificationModel

/// Copies what is attached into our own folder, so that the original may go.
///
/// Each request with attachments has a folder there, with a file that names the request; folders whose
/// request is gone are removed when the agent starts.
struct AttachmentKeeper: Sendable {
    /// `$XDG_DATA_HOME/belfry/attachments`.
    let folder: String

    private static let ownerFile = "owner"

    /// Checks and copies the attachments of `request`. Blocking; call it off the loop.
    ///
    /// - Returns: The request with the copies' paths.
    /// - Throws: ``NotificationModel/Refusal`` that names the file and what is wrong with it.
    @concurrent
    func keep(_ request: Request, of app: String) async throws -> Request {
        guard !request.content.attachments.isEmpty else { return request }
        let sources = try request.content.attachments.map { try Self.openPicture($0) }
        defer { sources.forEach { close($0) } }
        let home = "\(folder)/\(UUID().uuidString)"
        var kept = request
        do {
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let owner = Data("\(app)\n\(request.identifier)".utf8)
            guard
                FileManager.default.createFile(
                    atPath: "\(home)/\(Self.ownerFile)", contents: owner, attributes: [.posixPermissions: 0o600])
            else { throw Refusal(.storeUnavailable, "\(home) can't be written") }
            for (index, source) in sources.enumerated() {
                let path = "\(home)/\(index)"
                try Self.copy(source, to: path)
                guard Picture.isPicture(path: path) else {
                    throw Refusal.invalidAttachment(
                        "attachments[\(index)].url \"\(request.content.attachments[index].url)\" is not a picture")
                }
                kept.content.attachments[index].url = path
                if kept.content.attachments[index].identifier.isEmpty {
                    kept.content.attachments[index].identifier = "attachment-\(index)"
                }
            }
        } catch {
            try? FileManager.default.removeItem(atPath: home)
            throw error is Refusal ? error : Refusal(.storeUnavailable, "attachments can't be copied: \(error)")
        }
        return kept
    }

    /// Forgets the copies that a refused request has made.
    func discard(_ request: Request) {
        guard let path = request.content.attachments.first?.url, path.hasPrefix(folder) else { return }
        try? FileManager.default.removeItem(atPath: String(path.prefix { _ in true }.dropLast(2)))
    }

    /// The folders there are: what to sweep, if asked before anybody can add a request.
    ///
    /// A copy that is made later belongs to a request that the store may not have yet.
    var leftovers: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    /// Removes those of these folders whose request is neither pending nor delivered.
    ///
    /// - Parameters:
    ///   - names: Some of ``leftovers``.
    ///   - isAlive: Whether the application still has this request.
    /// - Throws: What `isAlive` throws; the folders after that one are left.
    func sweep(
        _ names: [String], isAlive: (_ app: String, _ identifier: String) async throws -> Bool
    ) async throws {
        for name in names {
            let home = "\(folder)/\(name)"
            let owner = (try? Data(contentsOf: URL(filePath: "\(home)/\(Self.ownerFile)"))) ?? Data()
            let lines = String(decoding: owner, as: UTF8.self).split(separator: "\n", maxSplits: 1)
            if lines.count == 2, try await isAlive(String(lines[0]), String(lines[1])) { continue }
            try? FileManager.default.removeItem(atPath: home)
        }
    }

    /// Opens the file once: what is checked is what is copied.
    private static func openPicture(_ attachment: Attachment) throws -> Int32 {
        func refuse(_ reason: String) -> Refusal {
            Refusal.invalidAttachment("attachments.url \"\(attachment.url)\" \(reason)")
        }
        var path = attachment.url
        if path.hasPrefix("file:") { path = URL(string: path)?.path(percentEncoded: false) ?? "" }
        guard path.hasPrefix("/") else { throw refuse("must be an absolute path or a file: URL") }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw refuse("can't be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            throw refuse("can't be read")
        }
        let problem: String? =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "is a directory"
            case S_IFREG where status.st_size > Limits.attachmentBytes:
                "is \(status.st_size) bytes; the limit is \(Limits.attachmentBytes)"
            case S_IFREG: nil
            default: "is not a regular file"
            }
        if let problem {
            close(file)
            throw refuse(problem)
        }
        return file
    }

    private static func copy(_ source: Int32, to path: String) throws {
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written") }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var total = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { break }
            total += max(count, 0)
            guard count > 0, total <= Limits.attachmentBytes, write(target, buffer, count) == count else {
                throw Refusal(.storeUnavailable, "\(path) can't be written in full")
            }
        }
        guard fsync(target) == 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written to disk") }
    }
}
