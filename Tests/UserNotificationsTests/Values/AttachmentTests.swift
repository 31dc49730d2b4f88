// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import Testing
import Triggers

@testable import UserNotifications

@Suite final class AttachmentTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test(arguments: [
        ("tea.png", "public.png"), ("tea.JPG", "public.jpeg"), ("tea.jpeg", "public.jpeg"),
        ("tea.gif", "com.compuserve.gif"), ("tea.mp3", "public.mp3"), ("tea.wav", "com.microsoft.waveform-audio"),
        ("tea.m4a", "public.mpeg-4-audio"), ("tea.aiff", "public.aiff-audio"), ("tea.mp4", "public.mpeg-4"),
        ("tea.mpg", "public.mpeg"), ("tea.avi", "public.avi"),
    ]) func `110, 111: the type follows from the file's name`(_ name: String, _ type: String) throws {
        let attachment = try UNNotificationAttachment(identifier: "a", url: file(name), options: nil)

        #expect(attachment.type == type)
        #expect(attachment.identifier == "a")
        #expect(attachment.url == folder.appendingPathComponent(name))
    }

    @Test func `110: the hint overrides the name`() throws {
        let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
        let attachment = try UNNotificationAttachment(identifier: "", url: file("download.tmp"), options: hint)

        #expect(attachment.type == "public.png")
        let text = [UNNotificationAttachmentOptionsTypeHintKey: "public.plain-text"]
        let picture = try file("tea.png")
        let error = #expect(throws: UNError.self) {
            try UNNotificationAttachment(identifier: "", url: picture, options: text)
        }
        #expect(error?.code == .attachmentUnrecognizedType)
    }

    @Test func `110: a missing file, or one of an unknown type, is refused at once`() throws {
        #expect(code(of: folder.appendingPathComponent("missing.png")) == .attachmentInvalidURL)
        #expect(code(of: try #require(URL(string: "https://example.org/tea.png"))) == .attachmentInvalidURL)
        #expect(code(of: folder) == .attachmentInvalidURL)
        #expect(code(of: try file("tea.txt")) == .attachmentUnrecognizedType)
        #expect(code(of: try file("tea")) == .attachmentUnrecognizedType)
    }

    @Test(arguments: [("tea.png", 10), ("tea.mp3", 5), ("tea.mp4", 50)])
    func `111: a file may be as large as its limit, and no larger`(_ name: String, _ limit: Int) throws {
        let url = try file(name)
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }

        try handle.truncate(atOffset: UInt64(limit * 1024 * 1024))
        #expect(code(of: url) == nil)
        try handle.truncate(atOffset: UInt64(limit * 1024 * 1024 + 1))
        #expect(code(of: url) == .attachmentInvalidFileSize)
    }

    @Test func `112: an empty identifier gets a unique one`() throws {
        let url = try file("tea.png")
        let attachments = try (0..<2).map { _ in try UNNotificationAttachment(identifier: "", url: url) }

        #expect(!attachments[0].identifier.isEmpty)
        #expect(attachments[0].identifier != attachments[1].identifier)
    }

    @Test func `113: making an attachment leaves the file where it is`() throws {
        let url = try file("tea.png")
        _ = try UNNotificationAttachment(identifier: "a", url: url)

        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `113: a name with spaces and umlauts reaches the agent as a path`() throws {
        let attachment = try UNNotificationAttachment(identifier: "a", url: file("grüner Tee %20.png"))
        let content = UNMutableNotificationContent()
        content.attachments = [attachment]

        #expect(try content.model().attachments.first?.url == folder.path + "/grüner Tee %20.png")
        #expect(UNNotificationAttachment(attachment.model) == attachment)
    }

    @Test func `114: the calls for reading a file from the center exist`() throws {
        let url = try file("tea.png")

        #expect(url.startAccessingSecurityScopedResource())
        url.stopAccessingSecurityScopedResource()
    }

    @Test func `options about the thumbnail reach the agent`() throws {
        let rectangle: [String: Any] = ["X": 0.25, "Y": 0, "Width": 0.5, "Height": 1]
        let attachment = try UNNotificationAttachment(
            identifier: "a", url: file("tea.gif"),
            options: [
                UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
                UNNotificationAttachmentOptionsThumbnailClippingRectKey: rectangle,
                UNNotificationAttachmentOptionsThumbnailTimeKey: 3,
            ])

        #expect(attachment.model.isThumbnailHidden)
        #expect(attachment.model.thumbnailClippingRect == [0.25, 0, 0.5, 1])
        #expect(attachment.model.thumbnailTime == 3)
        #expect(try archived(attachment) == attachment)
    }

    private func file(_ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data([1]).write(to: url)
        return url
    }

    private func code(of url: URL) -> UNError.Code? {
        do {
            _ = try UNNotificationAttachment(identifier: "", url: url)
            return nil
        } catch let error as UNError {
            return error.code
        } catch {
            Issue.record(error)
            return nil
        }
    }
}
