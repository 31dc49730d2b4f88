// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import ExtensionWire

/// Desktop files: an extension has a program only without a fatal problem, and each problem is a sentence.
enum DesktopFiles {
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        if let words = try? ExecLine(text).words {
            try Finding.unless(!words.isEmpty && !(words.first ?? "").isEmpty, "no program in \(text)")
            let quoted = words.map(Self.quoted).joined(separator: " ")
            try Finding.unless(
                (try? ExecLine(quoted).words) == words || quoted.utf8.count > 8192, "not read again: \(quoted)")
        }
        guard let file = DesktopKeyFile(bytes) else { return }
        for group in file.groups {
            guard let title = ExtensionGroup(group) else { continue }
            let declaration = ExtensionDeclaration(title, of: file, app: "org.example.App")
            let isFatal = declaration.problems.contains(where: \.isFatal)
            try Finding.unless((declaration.program == nil) == isFatal, "\(declaration)")
            try Finding.unless(declaration.timeLimit <= title.kind.longestTime, "\(declaration.timeLimit)")
            let path = declaration.program?.words.first ?? "/"
            try Finding.unless(path.hasPrefix("/"), "a program without a path: \(path)")
            for problem in declaration.problems { try Finding.unless(!problem.reason.isEmpty, "\(problem)") }
        }
    }

    /// Writes a word as the specification asks for.
    private static func quoted(_ word: String) -> String {
        var text = ""
        for scalar in word.unicodeScalars {
            if "\"`$\\".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
            if scalar == "%" { text += "%" }
        }
        return "\"\(text)\""
    }
}
