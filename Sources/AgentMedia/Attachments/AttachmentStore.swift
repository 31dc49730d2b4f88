// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import CLinux
import FoundationEssentials
import Glibc
package import NotificationModel
import Triggers

/// Copies what is attached into our own folder, so that the original may go.
///
/// Each request with attachments has a folder there, in one for its identifier, with a file that names the
/// request. It goes when nothing in the store names it any more: at the end of its request, or, if the agent was
/// not there then, when it starts.
package struct AttachmentStore: Sendable {
    /// `$XDG_DATA_HOME/belfry/attachments`.
    package let folder: String
    /// What there is of each application.
    package let ledger = AttachmentQuota()

    package init(folder: String) {
        self.folder = folder
    }

    /// The file that names the request, and is none of its copies.
    package static let ownerFile = "owner"

    /// A name for the folder of a new request's copies, below ``folder``.
    package func newHome(of app: String, _ identifier: String) -> String {
        "\(Self.place(of: app, identifier))/\(UUID().uuidString)"
    }

    /// Checks and copies the attachments of `request` into `name`. Blocking; call it off the loop.
    ///
    /// - Parameters:
    ///   - request: Whose they are.
    ///   - app: Whose that is.
    ///   - name: What ``newHome(of:_:)`` said.
    ///   - limit: How many bytes the application may have in all.
    /// - Returns: The request with the copies' paths.
    /// - Throws: ``NotificationModel/Refusal`` that names the file and what is wrong with it.
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
            // Once more, should the folder above have been removed, empty, between the two steps of the first time.
            do { try PrivateFolder.make(home) } catch { try PrivateFolder.make(home) }
            try PrivateFolder.write("\(app)\n\(request.identifier)", to: "\(home)/\(Self.ownerFile)")
            if let sound {
                let path = "\(home)/sound"
                try Self.copy(
                    sound.1, to: path, atMost: Attachment.Kind.sound.largestSize, in: &room, "sound \"\(sound.0)\"")
                if let problem = SoundFile.problem(with: path) {
                    throw Refusal.invalidAttachment("sound \"\(sound.0)\" \(problem)")
                }
                // Players go by the end of the name.
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

    /// What keeps a copy from being what it is attached as, as the end of a sentence; nil for what is taken.
    package static func problem(with path: String, as attachment: Attachment) async -> String? {
        guard attachment.kind != .picture, let type = attachment.typeHint else {
            return await PictureDecoder.own().problem(with: path)
        }
        return MediaFile.problem(with: path, of: type)
    }

    /// Forgets the copies that a refused request of `app` has made.
    package func discard(_ request: Request, of app: String) {
        let files = request.content.attachments.map(\.url) + [request.content.soundFile].compactMap(\.self)
        guard let path = files.first, path.hasPrefix(folder + "/") else { return }
        remove(path.dropFirst(folder.utf8.count + 1).split(separator: "/").dropLast().joined(separator: "/"), of: app)
    }

    /// The folders there are: what to count, and to sweep, if asked before anybody can add a request.
    ///
    /// A copy that is made later belongs to a request that the store may not have yet. Blocking; call it off the loop.
    package func leftovers() -> [String] {
        let homes = homes()
        ledger.begin(with: homes)
        return homes
    }

    /// The folders of all copies. Blocking; call it off the loop.
    package func homes() -> [String] { Self.names(in: folder).flatMap { homes(in: $0) } }

    /// Counts the copies in ``leftovers()``, whatever becomes of their sweep; call it off the loop.
    ///
    /// Before it is done nothing may be kept: there would be room that is taken.
    @concurrent
    package func count(_ names: [String]) async {
        for name in names {
            let home = "\(folder)/\(name)"
            if let owner = Self.owner(of: home) { ledger.count(name, Self.bytes(in: home), of: owner.app) }
            // There is one worker for all, and others want a picture of it.
            await Task.yield()
        }
    }

    /// Removes what an agent left empty that ended between two steps of a removal; before anybody can add a request.
    package func removeEmptyPlaces() {
        for place in Self.names(in: folder) where homes(in: place).isEmpty { rmdir("\(folder)/\(place)") }
    }

    /// The folders of a request's copies, of earlier requests with this identifier too; none for most.
    package func homes(of app: String, _ identifier: String) -> [String] { homes(in: Self.place(of: app, identifier)) }

    private func homes(in place: String) -> [String] { Self.names(in: "\(folder)/\(place)").map { "\(place)/\($0)" } }

    /// Many requests have no copies: that is found out without an error.
    private static func names(in path: String) -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// FNV-1a, 64 bits: two requests may share a place, as each folder there names its own.
    private static func place(of app: String, _ identifier: String) -> String {
        let hash = "\(app)\n\(identifier)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Whose copies are in a folder; nil where it doesn't say.
    package static func owner(of home: String) -> (app: String, identifier: String)? {
        guard let data = try? Data(contentsOf: URL(filePath: "\(home)/\(ownerFile)")) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        return lines.count == 2 ? (String(lines[0]), String(lines[1])) : nil
    }

    /// Removes a folder of the copies of `app`, whatever is in it; one that is gone is no error.
    package func remove(_ name: String, of app: String?) {
        // Before it goes: who counts meanwhile has counted all of it, or nothing.
        ledger.forget(name, Self.bytes(in: "\(folder)/\(name)"), of: app)
        erase(name)
    }

    /// The same for one that nobody has counted.
    private func erase(_ name: String) {
        let home = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: home)
        // Fails where it holds another's.
        if let end = home.lastIndex(of: "/") { rmdir(String(home[..<end])) }
    }

    /// Removes those of these folders that nothing names any more.
    ///
    /// - Parameters:
    ///   - names: Some of ``leftovers()`` or ``homes(of:_:)``.
    ///   - isUsed: Whether anything of this request, with its warnings, still names the folder.
    /// - Throws: What `isUsed` throws; the folders after that one are left.
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

    /// The copies in a folder, without the file that says whose they are.
    private static func bytes(in home: String) -> Int {
        names(in: home).filter { $0 != ownerFile }.reduce(0) { bytes, name in
            var status = stat()
            return bytes + (lstat("\(home)/\(name)", &status) == 0 ? Int(status.st_size) : 0)
        }
    }
}
