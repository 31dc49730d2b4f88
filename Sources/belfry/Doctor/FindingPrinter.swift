// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import NotificationServer

/// Formats the findings of a diagnosis for a person: a paragraph per group, and a mark on each line with a problem.
enum FindingPrinter {
    /// The order in which groups of findings are printed; unknown groups of a newer agent are printed last.
    private static let groups = [
        "session", "agent", "server", "desktop", "held", "time", "location", "pictures", "extensions", "settings",
        "store", "test",
    ]

    static func lines(_ diagnosis: Diagnosis) -> [String] {
        var lines: [String] = []
        let found = diagnosis.findings
        let others = Set(found.map(\.group)).subtracting(groups).sorted()
        let width = found.map { TextWidth.of($0.subject.onOneLine) }.max() ?? 0
        for group in groups + others {
            let findings = found.filter { $0.group == group }
            guard !findings.isEmpty else { continue }
            if !lines.isEmpty { lines.append("") }
            lines.append(Console.bold(group.onOneLine))
            for finding in findings { lines += self.lines(finding, width: width) }
        }
        return lines + ["", summary(found)]
    }

    private static func lines(_ finding: Finding, width: Int) -> [String] {
        let subject = finding.subject.onOneLine
        let padding = String(repeating: " ", count: max(0, width - TextWidth.of(subject)))
        let head = "\(mark(finding.state)) \(Console.dim(subject))\(padding)  "
        let indent = String(repeating: " ", count: width + 4)
        let room = max(20, Console.columns - width - 4)
        var lines = wrapped(finding.value, room)
        let first = head + (lines.isEmpty ? "" : lines.removeFirst())
        return [first] + (lines + (finding.advice.map { wrapped("> \($0)", room) } ?? [])).map { indent + $0 }
    }

    private static func mark(_ state: Finding.State) -> String {
        switch state {
        case .ok: " "
        case .note: "-"
        case .warning: Console.bold("!")
        case .problem: Console.bold("x")
        }
    }

    /// Wraps a text at spaces only, so that paths can be copied. Text for a pipe or a file stays on one line.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        let text = text.onOneLine
        guard Console.hasWidth else { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, TextWidth.of(last) + 1 + TextWidth.of(String(word)) <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func summary(_ findings: [Finding]) -> String {
        func count(_ state: Finding.State, _ word: String) -> String? {
            let count = findings.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        let bad = [count(.problem, "problem"), count(.warning, "warning")].compactMap(\.self)
        return bad.isEmpty ? "All is well." : bad.joined(separator: " and ") + "."
    }
}
