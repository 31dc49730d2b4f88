// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import CLinux
import FoundationEssentials
import Glibc
package import NotificationModel
import Triggers

/// Copies attachments into Belfry's own folder, so that the original may be deleted.
///
/// Each request with attachments has a folder there, in one for its identifier, with a file that names the request. The
/// request's folder is removed when the store no longer names it: at the request's end or the agent's next start.
package struct AttachmentStore: Sendable {
    /// Folder of all copies: `$XDG_DATA_HOME/belfry/attachments`.
    package let folder: String
    /// The bytes that the copies of each application take.
    package let ledger = AttachmentQuota()

    package init(folder: String) { self.folder = folder }

    /// Name of the file that names the request in a folder of copies; the file is no attachment.
    package static let ownerFile = "owner"

    /// Makes a name for the folder of a new request's copies, below ``folder``.
    package func newHome(of app: String, _ identifier: String) -> String {
        "\(Self.place(of: app, identifier))/\(UUID().uuidString)"
    }

    /// Checks `request`'s attachments and copies them into the folder `name`. Blocks; call it off the event loop.
    ///
    /// `name` is the result of ``newHome(of:_:)``, `limit` the bytes that the application may have in all. The result
    /// is the request with the copies' paths.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that names the file and its fault.
    @concurrent
    package func keep(_ request: Request, of app: String, in name: String, atMost limit: Int) async throws -> Request {
        guard request.content.hasFiles else { return request }
        let sound = try request.content.soundFile.map { ($0, try Self.open($0, .sound, "sound")) }
        defer { if let sound { close(sound.1) } }
        var sources: [Int32] = []
        defer { sources.forEach { close($0) } }
        for attachment in request.content.attachments {
            sources.append(try Self.open(attachment.url, attachment.kind, "attachments.url"))
        }
        let home = "\(folder)/\(name)"
        var kept = request
        let bytes = (sources + [sound?.1].compactMap(\.self)).reduce(0) { $0 + Self.size(of: $1) }
        var room = try AttachmentReservation(bytes, of: app, atMost: limit, in: ledger)
        do {
            // The second attempt helps if a sweep has removed the empty parent folder during the first attempt.
            do { try PrivateFolder.make(home) } catch { try PrivateFolder.make(home) }
            try PrivateFolder.write("\(app)\n\(request.identifier)", to: "\(home)/\(Self.ownerFile)")
            if let sound {
                let path = "\(home)/sound"
                try Self.copy(
                    sound.1, to: path, atMost: Attachment.Kind.sound.largestSize, in: &room, "sound \"\(sound.0)\"")
                if let problem = SoundFile.problem(with: path) {
                    throw Refusal.invalidAttachment("sound \"\(sound.0)\" \(problem)")
                }
                // Players recognise the format by the extension.
                let named = "\(path).\((SoundFile.kind(of: path) ?? .wav).rawValue)"
                guard rename(path, named) == 0 else { throw Refusal(.storeUnavailable, "\(named) can't be written") }
                kept.content.sound?.name = named
            }
            for (index, source) in sources.enumerated() {
                let path = "\(home)/\(index)"
                let attachment = request.content.attachments[index]
                let what = "attachments[\(index)].url \"\(attachment.url)\""
                try Self.copy(source, to: path, atMost: attachment.kind.largestSize, in: &room, what)
                if let problem = await Self.problem(with: path, as: attachment) {
                    throw Refusal.invalidAttachment("\(what) \(problem)")
                }
                kept.content.attachments[index].url = path
                if kept.content.attachments[index].identifier.isEmpty {
                    kept.content.attachments[index].identifier = "attachment-\(index)"
                }
            }
            try settle([name])
        } catch {
            erase(name)
            room.giveBack()
            throw error is Refusal
                ? error : Refusal(.storeUnavailable, "attachments can't be copied to \(home)\(Self.reason(for: error))")
        }
        room.close()
        return kept
    }

    /// Returns why a copy isn't of the attachment's kind, as the end of a sentence; nil if the copy is of this kind.
    package static func problem(with path: String, as attachment: Attachment) async -> String? {
        guard attachment.kind != .picture, let type = attachment.typeHint else {
            return await PictureDecoder.own().problem(with: path)
        }
        return MediaFile.problem(with: path, of: type)
    }

    /// Removes the copied attachments of a refused request of `app`.
    package func discard(_ request: Request, of app: String) {
        let files = request.content.attachments.map(\.url) + [request.content.soundFile].compactMap(\.self)
        guard let path = files.first, path.hasPrefix(folder + "/") else { return }
        remove(path.dropFirst(folder.utf8.count + 1).split(separator: "/").dropLast().joined(separator: "/"), of: app)
    }

    /// Lists the present folders of copies, to be counted and swept; call it before any request can be added.
    ///
    /// Later copies may belong to requests that the store doesn't have yet. Blocks; call it off the event loop.
    package func leftovers() -> [String] {
        let homes = homes()
        ledger.begin(with: homes)
        return homes
    }

    /// Lists the folders of all copies. Blocks; call it off the event loop.
    package func homes() -> [String] { Self.names(in: folder).flatMap { homes(in: $0) } }

    /// Counts the copies in ``leftovers()``, whether or not they are swept later; call it off the event loop.
    ///
    /// No attachment may be copied before all existing copies are counted: the quota would allow too many bytes.
    @concurrent
    package func count(_ names: [String]) async {
        for name in names {
            let home = "\(folder)/\(name)"
            if let owner = Self.owner(of: home) { ledger.count(name, Self.bytes(in: home), of: owner.app) }
            // Tasks that would block the event loop share one worker thread: a file check, for example, may run here.
            await Task.yield()
        }
    }

    /// Removes empty folders that an agent left by ending while it removed copies; call before requests can be added.
    package func removeEmptyPlaces() {
        for place in Self.names(in: folder) where homes(in: place).isEmpty { rmdir("\(folder)/\(place)") }
    }

    /// Lists the folders of a request's copies, including those of earlier requests with this identifier.
    package func homes(of app: String, _ identifier: String) -> [String] { homes(in: Self.place(of: app, identifier)) }

    private func homes(in place: String) -> [String] { Self.names(in: "\(folder)/\(place)").map { "\(place)/\($0)" } }

    /// Lists a folder; the check with `access` avoids an error for the many requests without copies.
    private static func names(in path: String) -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Returns the name of the parent folder for a request's copies, an FNV-1a hash of 64 bits. Requests with the same
    /// hash share the parent folder, in which each folder of copies names its own request.
    private static func place(of app: String, _ identifier: String) -> String {
        let hash = "\(app)\n\(identifier)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Reads the application and request that own the copies in a folder; nil if the folder doesn't name them.
    package static func owner(of home: String) -> (app: String, identifier: String)? {
        guard let data = try? Data(contentsOf: URL(filePath: "\(home)/\(ownerFile)")) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        return lines.count == 2 ? (String(lines[0]), String(lines[1])) : nil
    }

    /// Removes a folder of copies of `app`, whatever it contains; a missing folder is no error.
    package func remove(_ name: String, of app: String?) {
        // The bytes are subtracted before the removal, so that a count in between includes all bytes or none.
        ledger.forget(name, Self.bytes(in: "\(folder)/\(name)"), of: app)
        erase(name)
    }

    /// Removes a folder of copies without changing the quota.
    private func erase(_ name: String) {
        let home = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: home)
        // `rmdir` fails if the parent folder still has another folder of copies.
        if let end = home.lastIndex(of: "/") { rmdir(String(home[..<end])) }
    }

    /// Removes the folders of ``leftovers()`` or ``homes(of:_:)`` that the store no longer names.
    ///
    /// `isUsed` tells whether the folder's request, or an early warning of that request, still names the folder. If
    /// `isUsed` throws, the remaining folders stay.
    package func sweep(
        _ names: [String], isUsed: (_ app: String, _ identifier: String, _ name: String) async throws -> Bool
    ) async throws {
        for name in names {
            let last = String(name.split(separator: "/").last ?? "")
            let owner = Self.owner(of: "\(folder)/\(name)")
            if let owner, try await isUsed(owner.app, owner.identifier, last) { continue }
            remove(name, of: owner?.app)
        }
    }

    /// Returns the number of bytes of the copies in a folder, without the file ``ownerFile``.
    private static func bytes(in home: String) -> Int {
        names(in: home).filter { $0 != ownerFile }.reduce(0) { bytes, name in
            var status = stat()
            return bytes + (lstat("\(home)/\(name)", &status) == 0 ? Int(status.st_size) : 0)
        }
    }
}
