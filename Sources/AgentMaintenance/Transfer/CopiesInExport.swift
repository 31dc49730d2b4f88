// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMedia
import FoundationEssentials
import Glibc
import NotificationModel
import Triggers

/// Writes the copies of attached files into an export, each copy once, before the first request that has the file.
struct CopiesInExport {
    /// The folder with the agent's copies of attached files: `$XDG_DATA_HOME/belfry/attachments`.
    let folder: String
    /// The numbers that folders of copies have in the export, by the folders' paths below ``folder``.
    private var numbers: [String: Int] = [:]
    private var written: Set<String> = []
    private var lost: Set<String> = []

    init(folder: String) { self.folder = folder }

    /// Returns the request for the export, with the files' names in the export as paths, and without missing files.
    ///
    /// - Parameters:
    ///   - request: The request as stored.
    ///   - missing: The number of missing files; the missing files of this request are added to it.
    ///   - write: Writes a piece of a file; called for files that are not in the export yet.
    /// - Returns: The request for the export.
    /// - Throws: The errors of `write`; ``NotificationModel/Refusal`` if the disk fails.
    mutating func portable(
        _ request: Request, missing: inout Int, write: (TransferFile) throws -> Void
    ) throws -> Request {
        guard request.content.hasFiles else { return request }
        var request = request
        request.content.attachments = try request.content.attachments.compactMap { attachment in
            var attachment = attachment
            guard let name = try name(of: attachment.url, write) else {
                missing += 1
                return nil
            }
            attachment.url = name
            return attachment
        }
        if let sound = request.content.soundFile {
            if let name = try name(of: sound, write) {
                request.content.sound?.name = name
            } else {
                missing += 1
                request.content.sound = Sound()
            }
        }
        return request
    }

    /// Returns the name that stands for a path in the export; nil if the path has no copy of an attached file.
    private mutating func name(of path: String, _ write: (TransferFile) throws -> Void) throws -> String? {
        // Only the agent's copies of files are exported: any other path would mean another file on another machine.
        guard path.hasPrefix(folder + "/") else { return nil }
        let parts = path.dropFirst(folder.count + 1).split(separator: "/")
        guard parts.count == 3, let file = parts.last, !lost.contains(path) else { return nil }
        let home = parts.dropLast().joined(separator: "/")
        let number = numbers[home] ?? numbers.count + 1
        let name = "\(number)/\(file)"
        guard !written.contains(name) || numbers[home] == nil else { return TransferFile.scheme + name }
        guard TransferFile.place(of: name) != nil, try writePieces(of: path, home, name, write) else {
            lost.insert(path)
            return nil
        }
        numbers[home] = number
        written.insert(name)
        return TransferFile.scheme + name
    }

    /// Writes a file into the export; returns false if the file, or the file that names its request, can't be read.
    private func writePieces(
        of path: String, _ home: String, _ name: String, _ write: (TransferFile) throws -> Void
    ) throws -> Bool {
        guard let owner = AttachmentStore.owner(of: "\(folder)/\(home)") else { return false }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return false }
        defer { close(file) }
        var piece = try Self.piece(of: file)
        while let data = piece {
            let following = data.count < TransferFile.piece ? nil : try Self.piece(of: file)
            let isContinued = following.map { !$0.isEmpty } ?? false
            try write(
                TransferFile(
                    name: name, app: owner.app, identifier: owner.identifier, data: data, isContinued: isContinued))
            piece = isContinued ? following : nil
        }
        return true
    }

    /// Reads the next piece of a file; the piece is empty at the end of the file.
    private static func piece(of file: Int32) throws -> Data? {
        var bytes = [UInt8](repeating: 0, count: TransferFile.piece)
        var count = 0
        while count < bytes.count {
            let length = bytes.count - count
            let more = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress?.advanced(by: count), length) }
            if more == 0 { break }
            guard more > 0 || errno == EINTR else {
                throw Refusal(.storeUnavailable, "an attached file can't be read: \(String(cString: strerror(errno)))")
            }
            count += max(0, more)
        }
        return Data(bytes.prefix(count))
    }
}
