// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import FoundationEssentials
import Glibc

/// The command `belfry config edit`: opens a copy of the settings in the person's editor, and checks it before its use.
struct EditFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit config.toml in $VISUAL or $EDITOR; it is checked before it is used.",
        discussion: "A text with a mistake is not used; at a terminal it can be edited again.")

    func run() async throws {
        let file = try await ConfigurationFile()
        let copy = try EditedCopy(of: file.text)
        while true {
            let text = try copy.edited()
            guard text != file.text else {
                copy.remove()
                return Console.say("nothing was changed")
            }
            do {
                _ = try await file.agent.checkConfiguration(text)
                try file.replace(with: text)
            } catch {
                let failure = Failure(error)
                let kept = "\(file.path) was not changed; your text is in \(copy.path)"
                guard failure.status == .badData, Console.isPersonThere else {
                    throw failure.saying("\(failure.sentence); \(kept)")
                }
                Console.say(failure.sentence)
                guard Console.confirms("Edit it again?", byDefault: true) else { throw failure.saying(kept) }
                continue
            }
            copy.remove()
            try await file.reload()
            return Console.say("\(file.path) is in force")
        }
    }
}

/// A temporary copy of a text for an editor.
private struct EditedCopy {
    let path: String

    init(of text: String) throws {
        let folder = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/belfry-XXXXXX.toml".utf8CString)
        let descriptor = mkstemps(&template, Int32(".toml".utf8.count))
        guard descriptor >= 0 else {
            throw Failure(.notWritten, "no file can be made in \(folder): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        Console.write(text, to: descriptor)
        close(descriptor)
    }

    /// Runs the editor, and returns the text that it leaves.
    func edited() throws -> String {
        let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") ?? "vi"
        setenv("BELFRY_EDITED_FILE", path, 1)
        defer { unsetenv("BELFRY_EDITED_FILE") }
        // The shell splits the editor's words, as for git and crontab. system() waits until the editor ends.
        let status = system("\(editor) \"$BELFRY_EDITED_FILE\"")
        guard status == 0 else {
            throw Failure(
                .failure, "the editor \"\(editor.onOneLine)\" failed; nothing was changed, and your text is in \(path)")
        }
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw Failure(.badData, "the edited text in \(path) is not UTF-8; nothing was changed") }
        return text
    }

    func remove() { unlink(path) }
}
