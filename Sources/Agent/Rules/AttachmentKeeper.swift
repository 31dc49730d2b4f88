// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import FoundationEssentials
import Glibc
import NotificationModel
import SystemPackage

/// Copies what is attached into our own folder, so that the original may go.
///
/// Each request with attachments has a folder there, in one for its identifier, with a file that names the
/// request. It goes when nothing in the store names it any more: at the end of its request, or, if the agent was
/// not there then, when it starts.
struct AttachmentKeeper: Sendable {
    /// `$XDG_DATA_HOME/belfry/attachments`.
    let folder: String

    /// The file that names the request, and is none of its copies.
    static let ownerFile = "owner"

    /// A name for the folder of a new request's copies, below ``folder``.
    func newHome(of app: String, _ identifier: String) -> String {
        "\(Self.place(of: app, identifier))/\(UUID().uuidString)"
    }

    /// Checks and copies the attachments of `request` into `name`. Blocking; call it off the loop.
    ///
    /// - Returns: The request with the copies' paths.
    /// - Throws: ``NotificationModel/Refusal`` that names the file and what is wrong with it.
    @concurrent
    func keep(_ request: Request, of app: String, in name: String) async throws -> Request {
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
        do {
            // Once more, should the folder above have been removed, empty, between the two steps of the first time.
            do { try PrivateFolder.make(home) } catch { try PrivateFolder.make(home) }
            try PrivateFolder.write("\(app)\n\(request.identifier)", to: "\(home)/\(Self.ownerFile)")
            if let sound {
                let path = "\(home)/sound"
                try Self.copy(sound.1, to: path, atMost: Attachment.Kind.sound.largestSize, "sound \"\(sound.0)\"")
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
                let kind = request.content.attachments[index].kind
                let what = "attachments[\(index)].url \"\(request.content.attachments[index].url)\""
                try Self.copy(source, to: path, atMost: kind.largestSize, what)
                // Nothing here plays sounds or films: whether they are what they are said to be is their players' to tell.
                if kind == .picture, let problem = await PictureDecoder.own().problem(with: path) {
                    throw Refusal.invalidAttachment("\(what) \(problem)")
                }
                kept.content.attachments[index].url = path
                if kept.content.attachments[index].identifier.isEmpty {
                    kept.content.attachments[index].identifier = "attachment-\(index)"
                }
            }
        } catch {
            remove(name)
            throw error is Refusal
                ? error : Refusal(.storeUnavailable, "attachments can't be copied to \(home)\(Self.reason(for: error))")
        }
        return kept
    }

    /// Forgets the copies that a refused request has made.
    func discard(_ request: Request) {
        let files = request.content.attachments.map(\.url) + [request.content.soundFile].compactMap(\.self)
        guard let path = files.first, path.hasPrefix(folder + "/") else { return }
        remove(path.dropFirst(folder.utf8.count + 1).split(separator: "/").dropLast().joined(separator: "/"))
    }

    /// The folders there are: what to sweep, if asked before anybody can add a request.
    ///
    /// A copy that is made later belongs to a request that the store may not have yet.
    var leftovers: [String] { Self.names(in: folder).flatMap(homes) }

    /// Removes what an agent left empty that ended between two steps of a removal; before anybody can add a request.
    func removeEmptyPlaces() {
        for place in Self.names(in: folder) where homes(in: place).isEmpty { rmdir("\(folder)/\(place)") }
    }

    /// The folders of a request's copies, of earlier requests with this identifier too; none for most.
    func homes(of app: String, _ identifier: String) -> [String] { homes(in: Self.place(of: app, identifier)) }

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
    static func owner(of home: String) -> (app: String, identifier: String)? {
        guard let data = try? Data(contentsOf: URL(filePath: "\(home)/\(ownerFile)")) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        return lines.count == 2 ? (String(lines[0]), String(lines[1])) : nil
    }

    /// Removes a folder, whatever is in it; one that is gone is no error.
    func remove(_ name: String) {
        let home = "\(folder)/\(name)"
        try? FileManager.default.removeItem(atPath: home)
        // Fails where it holds another's.
        if let end = home.lastIndex(of: "/") { rmdir(String(home[..<end])) }
    }

    /// Removes those of these folders that nothing names any more.
    ///
    /// - Parameters:
    ///   - names: Some of ``leftovers`` or ``homes(of:_:)``.
    ///   - isUsed: Whether anything of this request, with its warnings, still names the folder.
    /// - Throws: What `isUsed` throws; the folders after that one are left.
    func sweep(
        _ names: [String], isUsed: (_ app: String, _ identifier: String, _ name: String) async throws -> Bool
    ) async throws {
        for name in names {
            let home = "\(folder)/\(name)"
            let last = String(name.split(separator: "/").last ?? "")
            if let owner = Self.owner(of: home), try await isUsed(owner.app, owner.identifier, last) { continue }
            remove(name)
        }
    }

    /// Opens the file once: what is checked is what is copied.
    ///
    /// Links may be followed, as the caller may, but for those of `/proc` that lead to what this very process has open, such as
    /// `/dev/stdin`: the caller means its own.
    private static func open(_ url: String, _ kind: Attachment.Kind, _ key: String) throws -> Int32 {
        func refuse(_ reason: String) -> Refusal {
            Refusal.invalidAttachment("\(key) \"\(url)\" \(reason)")
        }
        var path = url
        if path.hasPrefix("file:") { path = URL(string: path)?.path(percentEncoded: false) ?? "" }
        guard path.hasPrefix("/") else { throw refuse("must be an absolute path or a file: URL") }
        let file = belfry_open_file(path)
        guard file >= 0 else { throw refuse("can't be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            throw refuse("can't be read")
        }
        let problem: String? =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "is a directory"
            case S_IFREG where status.st_size > kind.largestSize:
                "is \(status.st_size) bytes; the limit is \(kind.largestSize)"
            case S_IFREG: nil
            default: "is not a regular file"
            }
        if let problem {
            close(file)
            throw refuse(problem)
        }
        return file
    }

    /// The end of a sentence about what kept a folder or a file from being made.
    private static func reason(for error: any Error) -> String {
        (error as? Errno).map { ": \(String(cString: strerror($0.rawValue)))" } ?? ""
    }

    /// Copies what the file has now; one that grows meanwhile is over the limit as a longer one is.
    ///
    /// - Throws: ``NotificationModel/Refusal`` that begins with `what`.
    private static func copy(_ source: Int32, to path: String, atMost limit: Int, _ what: String) throws {
        let target = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written") }
        defer { close(target) }
        // A umask may take away, too.
        _ = fchmod(target, 0o600)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var total = 0
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                throw Refusal.invalidAttachment("\(what) can't be read: \(String(cString: strerror(errno)))")
            }
            total += count
            guard total <= limit else {
                throw Refusal.invalidAttachment("\(what) has grown; the limit is \(limit) bytes")
            }
            guard write(target, buffer, count) == count else {
                throw Refusal(.storeUnavailable, "\(path) can't be written in full")
            }
        }
        guard fsync(target) == 0 else { throw Refusal(.storeUnavailable, "\(path) can't be written to disk") }
    }
}
