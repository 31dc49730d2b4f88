// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel
import TestSupport
import Testing

/// Properties of random contents, patches and lines; the seed of a failure is in its message.
@Suite struct ContentPatchPropertyTests {
    private static let folder = "/run/ext/att"

    private func changed(_ line: [UInt8], _ original: Content) -> Content? {
        guard let reply = try? ExtensionReply(line: line, of: .service) else { return nil }
        return reply.content?.applied(to: original, attachmentsFolder: Self.folder).content
    }

    @Test func `whatever a patch is, its result can be stored and raises nothing`() throws {
        var random = RandomContents()
        for _ in 0..<800 {
            let original = random.content()
            let patched = random.patch().applied(to: original, attachmentsFolder: Self.folder)

            try #require((try? patched.content.validate()) != nil, "seed \(SeededGenerator.seed): \(patched)")
            let levels = InterruptionLevel.allCases
            let (before, after) = (original.interruptionLevel, patched.content.interruptionLevel)
            try #require(levels.firstIndex(of: after) ?? 9 <= levels.firstIndex(of: before) ?? 0)
            try #require(patched.content.sound?.isCritical != true || original.sound?.isCritical == true)
            let kept = Set(original.attachments.map(\.url))
            let new = patched.content.attachments.map(\.url).filter { !kept.contains($0) }
            try #require(new.allSatisfy { $0.hasPrefix(Self.folder + "/") && $0.split(separator: "/").count == 4 })
            try #require(
                (patched.content.filterCriteria, patched.content.launchImageName)
                    == (original.filterCriteria, original.launchImageName))
        }
    }

    @Test func `the difference of two contents leads from one to the other`() throws {
        var random = RandomContents()
        for _ in 0..<800 {
            let original = random.content()
            var wanted = random.content()
            wanted.interruptionLevel = original.interruptionLevel
            wanted.sound?.isCritical = original.sound?.isCritical ?? false
            let patch = try ContentPatch(from: original, to: wanted, attachmentsFolder: Self.folder)
            let line = try ExtensionReply(content: patch).line()

            let result = try #require(changed(line, original), "seed \(SeededGenerator.seed)")

            try #require(result == wanted, "seed \(SeededGenerator.seed): \(patch)")
        }
    }

    @Test func `the difference of a content to itself is empty`() throws {
        var random = RandomContents()
        for _ in 0..<500 {
            let content = random.content()
            let patch = try ContentPatch(from: content, to: content, attachmentsFolder: Self.folder)
            try #require(patch.changes == [:])
        }
    }

    @Test func `a line that is no answer changes nothing, and any other line makes a content that can be stored`()
        throws
    {
        var random = RandomContents()
        var counts = (failures: 0, answers: 0)
        for _ in 0..<1500 {
            let original = random.content()
            let line = random.line()
            guard let content = changed(line, original) else {
                counts.failures += 1
                continue
            }
            counts.answers += 1
            try #require((try? content.validate()) != nil, "\(String(decoding: line, as: UTF8.self))")
        }
        // Both kinds occur, so the test has seen both.
        #expect(counts.failures > 100 && counts.answers > 100, "\(counts)")
    }

    @Test func `every cut of a line is no answer`() throws {
        var random = RandomContents()
        for _ in 0..<20 {
            let patch = try ContentPatch(from: random.content(), to: random.content(), attachmentsFolder: Self.folder)
            let line = try ExtensionReply(content: patch).line().dropLast()
            for end in line.indices {
                #expect(throws: ExtensionLineProblem.self) { try ExtensionReply(line: line[..<end], of: .service) }
            }
        }
    }
}
