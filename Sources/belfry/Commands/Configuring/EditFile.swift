// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import FoundationEssentials
import Glibc

/// The command `belfry config edit`: opens a copy of the settings in the person's editor, and checks it before it counts.
struct EditFile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit config.toml in $VISUAL or $EDITOR; it is checked before it is used.",
        discussion: "A text with a mistake is not used; at a terminal it can be edited again.")

    func run() async throws {
        let file = try await ConfigurationFile()
        let copy = try EditedCopy(of: file.text)
        defer { copy.remove() }
        while true {
            let text = try copy.edited()
            guard text != file.text else { return Console.say("nothing was changed") }
            do {
                _ = try await file.agent.checkConfiguration(text)
                try await file.write(text)
                return Console.say("\(file.path) is in force")
            } catch {
                let failure = Failure(error)
                guard failure.status == .badData, Console.isPersonThere else {
                    throw failure.saying("\(failure.sentence); \(file.path) was not changed")
                }
                Console.say(failure.sentence)
                Console.writeError("Edit it again? [y/n] ")
                guard ["y", "yes", ""].contains(readLine(strippingNewline: true)?.lowercased() ?? "n") else {
                    throw failure.saying("\(file.path) was not changed")
                }
            }
        }
    }
}

/// A temporary copy of a text for an editor.
private struct EditedCopy {
    private let path: String

    init(of text: String) throws {
        let folder = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/belfry-XXXXXX.toml".utf8CString)
        let descriptor = mkstemps(&template, Int32(".toml".utf8.count))
        guard descriptor >= 0 else {
            throw Failure(.notWritten, "no file can be made in \(folder): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        text.withCString { text in
            Console.write(
                UnsafeBufferPointer(
                    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text)),
                to: descriptor)
        }
        close(descriptor)
    }

    /// Runs the editor, and returns the text that it leaves.
    func edited() throws -> String {
        let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") ?? "vi"
        setenv("BELFRY_EDITED_FILE", path, 1)
        defer { unsetenv("BELFRY_EDITED_FILE") }
        // The shell splits the words of the editor, as git and crontab have it; it waits for the editor's end.
        let status = system("\(editor) \"$BELFRY_EDITED_FILE\"")
        guard status == 0 else {
            throw Failure(.failure, "the editor \"\(editor.onOneLine)\" failed; nothing was changed")
        }
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw Failure(.badData, "the edited text is not UTF-8; nothing was changed") }
        return text
    }

    func remove() { unlink(path) }
}
