// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ExtensionWire
import Foundation
import NotificationModel

/// The output of an extension: each answer makes a content that can be stored, and any other line changes nothing.
enum ExtensionOutputs {
    private static let folder = "/run/ext/att"

    /// A content with a value for each key.
    private static let original: Content = {
        var content = Content(title: "Ann", subtitle: "Lunch", body: "…")
        content.sound = Sound(name: "ping")
        content.interruptionLevel = .timeSensitive
        content.userInfo = ["aps": .dictionary(["a": .integer(1)]), "key": .data(Data([1]))]
        content.attachments = [Attachment(identifier: "photo", url: "/store/1.png")]
        return content
    }()

    static func read(_ bytes: [UInt8]) throws {
        let lines = try divide(bytes)
        for line in lines + [bytes] {
            for kind in ExtensionKind.allCases {
                if let reply = try? ExtensionReply(line: line, of: kind) { try check(reply) }
            }
            // A state may have a number that can be read and not written.
            if let event = try? ExtensionEvent(line: line), let written = try? event.line() {
                let again = try ExtensionEvent(line: written)
                try Finding.unless(again == event, "\(event) became \(again)")
            }
        }
    }

    /// Returns the lines, which are the same however the bytes arrive.
    private static func divide(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let limit = 2048
        var (whole, pieces) = (ExtensionLines(limit: limit), ExtensionLines(limit: limit))
        let lines = whole.add(bytes)
        let size = bytes.count % 37 + 1
        let parts = stride(from: 0, to: bytes.count, by: size).flatMap { start in
            pieces.add(bytes[start..<min(start + size, bytes.count)])
        }
        try Finding.unless(parts == lines, "other lines in pieces of \(size) bytes")
        try Finding.unless(lines.joined().count <= limit, "lines over the limit")
        let isOver = bytes.count > limit
        try Finding.unless(whole.isOverLimit == isOver && pieces.isOverLimit == isOver, "\(bytes.count) bytes")
        return lines
    }

    private static func check(_ reply: ExtensionReply) throws {
        if let line = try? reply.line() {
            try Finding.unless(line.count { $0 == UInt8(ascii: "\n") } == 1, "an answer of several lines: \(reply)")
            let again = try ExtensionReply(line: line, of: .content)
            try Finding.unless(again == reply, "\(reply) became \(again)")
        }
        if let picture = reply.picture {
            try Finding.unless(!picture.utf8.contains(UInt8(ascii: "/")) && picture != "..", "a path: \(picture)")
        }
        guard let patch = reply.content else { return }
        let patched = patch.applied(to: original, attachmentsFolder: folder)
        try patched.content.validate()
        try Finding.unless(!patched.content.title.isEmpty || !patched.content.body.isEmpty, "no text is left")
        try Finding.unless(patched.content.interruptionLevel != .critical, "a raised level")
        try Finding.unless(patched.content.sound?.isCritical != true, "a sound that became critical")
        for file in patched.files {
            try Finding.unless(
                !file.utf8.contains(UInt8(ascii: "/")) && ![".", ".."].contains(file), "a path: \(file)")
        }
        let stored = try JSONEncoder().encode(patched.content.userInfo)
        let info = try JSONDecoder().decode([String: PropertyListValue].self, from: stored)
        try Finding.unless(info == patched.content.userInfo, "user info that the store changes: \(info)")
        for remark in patched.remarks {
            try Finding.unless(!remark.reason.isEmpty && remark.value.count <= 63, "a remark: \(remark)")
        }
    }
}
