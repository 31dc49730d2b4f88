// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AgentExtensions

@Suite struct ExecLineTests {
    @Test(arguments: [
        ("/usr/libexec/chat", ["/usr/libexec/chat"]), ("  chat   --service  ", ["chat", "--service"]),
        (#""/opt/my chat/service" "a b" c"#, ["/opt/my chat/service", "a b", "c"]),
        (#"chat "\"\$\`\\""#, ["chat", "\"$`\\"]), (#"chat """#, ["chat", ""]),
        ("chat 100%% ä=ö", ["chat", "100%", "ä=ö"]),
        (
            "/usr/bin/flatpak run --branch=stable --arch=x86_64 --command=service org.example.Chat",
            [
                "/usr/bin/flatpak", "run", "--branch=stable", "--arch=x86_64", "--command=service", "org.example.Chat",
            ]
        ),
    ])
    func `a value is divided as the specification says`(text: String, words: [String]) throws {
        #expect(try ExecLine(text).words == words)
    }

    @Test(arguments: [
        ("", "names no program"), ("   ", "names no program"), (#""""#, "names no program"),
        ("chat %u", "has the field code %u; an extension gets none (a percent sign is %%)"),
        (#"chat "%F""#, "has the field code %F; an extension gets none (a percent sign is %%)"),
        ("chat %", "has a single %; a percent sign is %%"), ("chat % u", "has a single %; a percent sign is %%"),
        ("chat; rm x", "has the character ; outside of quotation marks, and no shell reads it"),
        ("chat | tee", "has the character | outside of quotation marks, and no shell reads it"),
        ("chat 2>log", "has the character > outside of quotation marks, and no shell reads it"),
        ("chat $HOME", "has the character $ outside of quotation marks, and no shell reads it"),
        ("~/chat", "has the character ~ outside of quotation marks, and no shell reads it"),
        ("chat 'a b'", "has the character ' outside of quotation marks, and no shell reads it"),
        (#"chat a\ b"#, #"has the character \ outside of quotation marks, and no shell reads it"#),
        ("chat\ta", "has a control character outside of quotation marks, and no shell reads it"),
        (#"chat a"b""#, "has the character \" outside of quotation marks, and no shell reads it"),
        (#"chat "a"b"#, "has quotation marks around a part of a word; they must be around all of it"),
        (#"chat "a"#, "has no closing quotation mark"),
        (#"chat "$HOME""#, "has the character $ without a backslash before it"),
        (#"chat "a\n""#, #"has a backslash that stands before none of " ` $ \"#),
    ])
    func `a value that needs a shell, a file or a name is refused`(text: String, reason: String) {
        #expect(throws: ExecLine.Problem(text: reason)) { try ExecLine(text) }
    }

    @Test func `a value has at most 8 KiB`() throws {
        #expect(try ExecLine("chat " + String(repeating: "x", count: 8187)).words.count == 2)
        #expect(throws: ExecLine.Problem(text: "is over 8192 bytes, the limit")) {
            try ExecLine("chat " + String(repeating: "x", count: 8188))
        }
    }
}
