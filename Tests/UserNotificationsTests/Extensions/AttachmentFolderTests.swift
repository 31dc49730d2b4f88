// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing

@testable import UserNotifications

/// The files of a service extension's answer.
@Suite struct AttachmentFolderTests {
    /// Testing has an `Attachment`, too.
    private typealias Attachment = NotificationModel.Attachment

    private let elsewhere: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        elsewhere = try TemporaryFolder()
        folder = try TemporaryFolder()
    }

    /// An attachment whose file is outside of the folder.
    private func attachment(_ name: String, _ data: Data = Data("picture".utf8)) throws -> Attachment {
        let path = elsewhere.path + "/" + name
        try data.write(to: URL(filePath: path))
        return Attachment(identifier: name, url: path, typeHint: "public.png")
    }

    /// Places attachments, and returns them with the complaints about others.
    private func place(_ attachments: [Attachment], besides kept: [Attachment] = []) -> ([Attachment], [String]) {
        var complaints: [String] = []
        let placed = AttachmentFolder(path: folder.path).place(attachments, besides: kept) { complaints.append($0) }
        return (placed, complaints)
    }

    @Test func `a file is copied under a new name, and stays where it was`() throws {
        let original = try attachment("a.png")

        let (placed, complaints) = place([original])

        let copy = try #require(placed.first)
        #expect(complaints.isEmpty)
        #expect(copy.url.hasPrefix(folder.path + "/") && copy.url.hasSuffix(".png"))
        #expect(copy.identifier == "a.png" && copy.typeHint == "public.png")
        #expect(FileManager.default.contentsEqual(atPath: copy.url, andPath: original.url))
    }

    @Test func `two attachments of one file get two copies`() throws {
        let original = try attachment("a.png")
        #expect(Set(place([original, original]).0.map(\.url)).count == 2)
    }

    @Test func `a link is followed`() throws {
        let target = try attachment("a.png")
        let link = elsewhere.path + "/link.png"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target.url)

        let copy = try #require(place([Attachment(identifier: "link", url: link)]).0.first)

        let type = try FileManager.default.attributesOfItem(atPath: copy.url)[.type] as? FileAttributeType
        #expect(type == .typeRegular)
    }

    @Test func `an attachment that the notification had isn't copied`() throws {
        let kept = Attachment(identifier: "old", url: "/nowhere/old.png")

        let (placed, complaints) = place([kept, try attachment("a.png")], besides: [kept])

        #expect(placed.first == kept)
        #expect(placed.count == 2 && complaints.isEmpty)
    }

    @Test func `four attachments are sent, and a complaint names each other one`() throws {
        let (placed, complaints) = place(try (1...6).map { try attachment("\($0).png") })

        #expect(placed.map(\.identifier) == ["1.png", "2.png", "3.png", "4.png"])
        #expect(
            complaints
                == ["5", "6"].map { "The attachment \($0).png is left out: a notification may have 4 attachments." })
    }

    @Test func `a file over the limit and a missing file are left out, and the others are sent`() throws {
        let large = try attachment("large.png", Data(count: Limits.attachmentBytes + 1))
        let missing = Attachment(identifier: "missing.png", url: elsewhere.path + "/missing.png")

        let (placed, complaints) = place([large, missing, try attachment("a.png")])

        #expect(placed.map(\.identifier) == ["a.png"])
        #expect(complaints.count == 2)
        #expect(complaints.first?.contains("larger than \(Limits.attachmentBytes) bytes") == true)
        #expect(complaints.last?.hasPrefix("The attachment missing.png is left out") == true)
    }
}
