// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport

/// Compares the copies of pictures with the requests that use them.
extension CrashDriver {
    /// Checks that no copy of a picture is missing, and that none outlives its request, whichever process died.
    ///
    /// A notification that the person has ended may still be snoozed for a while.
    mutating func checkCopies() async throws {
        let agent = agent
        let ended = model.requests.mapValues { Set($0.past.filter { $0.draft.picture != nil }.map(\.version)).count }
        let named = try await CrashList(of: agent).copies
        do {
            try await withDeadline {
                while try !Self.wrong(copiesOf: agent, named, ended: ended).isEmpty { try await agent.clock.advance(0) }
            }
        } catch is DeadlineExceeded {
            for wrong in try Self.wrong(copiesOf: agent, named, ended: ended) { model.fail(wrong) }
        }
    }

    /// The faults of the copies, if these names use copies, and this many pictures of each request have ended.
    private static func wrong(
        copiesOf agent: TestAgent, _ named: Set<String>, ended: [String: Int]
    ) throws -> [String] {
        let copies = try copies(of: agent)
        let others = Dictionary(grouping: copies.subtracting(named)) { owner(of: $0, agent) }
        return named.subtracting(copies).map { "missing: copy \($0)" }
            + others.filter { $0.value.count > ended[$0.key] ?? 0 }.map {
                "left over: copies of \($0.key), \($0.value), \(ended[$0.key] ?? 0) ended"
            }
    }

    /// The request that owns a copy, from the note beside the copy.
    private static func owner(of copy: String, _ agent: TestAgent) -> String {
        let folder = copy.split(separator: "/").dropLast().joined(separator: "/")
        return agent.folders.text(of: "/\(folder)/owner")?.split(separator: "\n").last.map(String.init) ?? "nobody"
    }

    /// The files below the folder of copies, without the notes that name their owners.
    private static func copies(of agent: TestAgent) throws -> Set<String> {
        let folder = agent.folders.data + "/belfry/attachments"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        return Set(
            paths.filter { path in
                var isFolder = false
                let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                return isThere && !isFolder && !path.hasSuffix("/owner")
            })
    }
}
