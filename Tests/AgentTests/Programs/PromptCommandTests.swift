// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentDesktop
@testable import AgentRules
import FoundationEssentials
import NotificationModel
import Testing

/// The arguments of prompt programs, and the meaning of their output.
@Suite struct PromptCommandTests {
    private let question = Question(
        Action(identifier: "a", title: "Answer"), .init(buttonTitle: "Se_nd", placeholder: "Your_words"))
    private let words = PromptWords(
        Notification(
            app: "app", request: Request(identifier: "r", content: Content(title: "T_1\n2", body: "C:\\new_<b>&")),
            date: Date(timeIntervalSince1970: 0), due: Date(timeIntervalSince1970: 0)), application: "App")

    // zenity 3.44 and yad 0.40 read their arguments so, as observed in their windows.
    @Test(
        arguments: [
            (
                .zenity,
                ["--entry", "--title=T_1 2", #"--text=C:\\new__<b>&\#nYour__words"#, "--ok-label=Se_nd"]
            ),
            (.yad, ["--entry", "--no-markup", "--title=T_1 2", #"--text=C:\\new_<b>&\#nYour_words"#]),
            (
                .kdialog,
                ["--title=T_1 2", #"--inputbox=<qt>C:\\new_&lt;b&gt;&amp;<br>Your_words</qt>"#]
            ),
            (
                .own(["ask", "%t|%m|%a|%p|%s", "%%m%", "%q", "plain"]),
                [#"T_1 2|C:\new_<b>&|Answer|Your_words|Se_nd"#, "%m%", "%q", "plain"]
            ),
        ] as [(PromptCommand, [String])])
    func `texts are passed as arguments, unchanged`(command: PromptCommand, arguments: [String]) {
        #expect(command.arguments(for: question, about: words) == arguments)
    }

    @Test func `the desktop's own prompt program is looked for first`() {
        #expect(PromptCommand.known(on: "KDE") == [.kdialog, .zenity, .yad])
        #expect(PromptCommand.known(on: "ubuntu:GNOME").first == .zenity)
        #expect(PromptCommand.known(on: "").first == .zenity)
    }

    @Test(
        arguments: [
            ("so\n", .text("so")), ("so", .text("so")), ("a\nb\n\n", .text("a\nb\n")), ("", .cancelled),
            ("\n", .cancelled),
            (" \t\n", .cancelled), ("\u{7}", .cancelled),
            (String(repeating: "é", count: 4096) + "\n", .text(String(repeating: "é", count: 4096))),
            ("x" + String(repeating: "é", count: 4096), .text("x" + String(repeating: "é", count: 4095))),
        ] as [(String, PromptAnswer)])
    func `the answer is the typed text without its line end`(output: String, answer: PromptAnswer) {
        #expect(PromptAnswer(typed: output.utf8) == answer)
    }
}
