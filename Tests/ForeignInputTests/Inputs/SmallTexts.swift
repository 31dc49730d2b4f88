// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
import AgentInterface
@testable import AgentPrograms
@testable import AgentRules
import NotificationModel

@testable import belfry

/// Key files, a prompt's output, hints of a command line.
enum SmallTexts {
    static func read(_ bytes: [UInt8]) throws {
        try MemoryFile.with(bytes) { path in
            guard let file = KeyFile(path: path) else { throw Finding("it can't be read") }
            _ = (file.value("Desktop Entry", "Exec"), file.value("D-BUS Service", "Name"))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        _ = KeyFile.program(of: text)
        if case .text(let answer) = PromptAnswer(typed: bytes) {
            try Finding.unless(answer.utf8.count <= Limits.userTextBytes * 3, "an answer of \(answer.utf8.count) bytes")
            try Finding.unless(answer.contains { !$0.isWhitespace }, "a blank answer")
        }
        if let theme = SoundTheme(environment: ["XDG_DATA_DIRS": "/nonexistent"]).find(text, in: text) {
            throw Finding("a sound of nowhere: \(theme)")
        }
        _ = LastList.ordinal(text)
        if !text.utf8.contains(0) { _ = try? SendHint(text) }
    }
}
