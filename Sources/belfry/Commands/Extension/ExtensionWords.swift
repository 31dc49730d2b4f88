// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

/// Descriptions of extensions and of their trials for a person.
enum ExtensionWords {
    static func nothing(of subject: String?) -> String {
        guard let subject else { return "no application declares an extension" }
        return "\(subject.onOneLine) declares no extension, or has no desktop file"
    }

    /// Returns a name and a text for each fact about an extension.
    static func lines(_ row: [String: Value]) -> [(String, String)] {
        func text(_ key: String) -> String { (row[key]?.string ?? "").onOneLine }
        let problems = (row["problems"]?.strings ?? []).map { ("problem", $0.onOneLine) }
        guard row["kind"] != nil else { return [("app", text("app")), ("group", "[\(text("group"))]")] + problems }
        let name = text("name").isEmpty ? text("kind") : "\(text("kind")) \"\(text("name"))\""
        var lines = [("app", text("app")), ("kind", name), ("program", text("exec"))]
        if let categories = row["categories"]?.strings, !categories.isEmpty {
            lines.append(("for", categories.map(\.onOneLine).joined(separator: ", ")))
        }
        lines.append(("network", row["network"]?.bool == true ? "yes" : "no"))
        lines.append(("timeout", seconds(row["timeout"]?.double ?? 0)))
        if row["enabled"]?.bool == false { lines.append(("state", "disabled")) }
        let outcomes = row["outcomes"]?.properties ?? [:]
        let counts = ["rewritten", "drawn", "failed", "bypassed"].compactMap { key in
            outcomes[key]?.int.map { "\(key) \($0)" }
        }
        if !counts.isEmpty { lines.append(("so far", counts.joined(separator: ", "))) }
        if let failure = outcomes["failure"]?.string { lines.append(("last", failure.onOneLine)) }
        return lines + problems
    }

    private static func seconds(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number)) s" : "\(number) s"
    }

    /// Returns a trial's result: lines of output with times, exit status or signal, standard error, and the changes.
    static func lines(ofTrial trial: [String: Value]) throws -> [String] {
        func text(_ key: String) -> String { (trial[key]?.string ?? "").onOneLine }
        var rows = (trial["lines"]?.array ?? []).compactMap(\.properties).map { line in
            let problem = line["problem"]?.string.map { "  (no answer: \($0.onOneLine))" } ?? ""
            return (Console.time(line["time"]?.double ?? 0), (line["text"]?.string ?? "").onOneLine + problem)
        }
        let end =
            if let signal = trial["signal"]?.int { "by signal \(signal)" } else if let status = trial["status"]?.int {
                "with status \(status)"
            } else { text("message") }
        let warning = trial["warned"]?.bool == true ? ", after timeWillExpire" : ""
        rows.append((Console.time(trial["time"]?.double ?? 0), "the end, \(end)\(warning)"))
        for line in (trial["stderr"]?.string ?? "").split(separator: "\n") {
            rows.append(("stderr", String(line).onOneLine))
        }
        if let picture = trial["picture"]?.string { rows.append(("picture", picture.onOneLine)) }
        for remark in trial["remarks"]?.strings ?? [] { rows.append(("remark", remark.onOneLine)) }
        for problem in trial["problems"]?.strings ?? [] { rows.append(("problem", problem.onOneLine)) }
        let content = try trial["content"]?.properties.map {
            ["", "The content extension:"] + (try lines(ofTrial: $0))
        }
        return Console.table(rows) + (try differences(trial)) + (content ?? [])
    }

    /// Returns the keys that the extension has changed, each with its old value after `-` and its new value after `+`.
    private static func differences(_ trial: [String: Value]) throws -> [String] {
        let (old, new) = (trial["original"]?.properties ?? [:], trial["result"]?.properties ?? [:])
        var lines: [String] = []
        for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
            for (sign, value) in [("-", old[key]), ("+", new[key])] {
                guard let value else { continue }
                lines.append("\(sign) \(key): \(JSONText.escaped(try JSONText.encoded(value)))")
            }
        }
        return lines.isEmpty ? ["the notification is not changed"] : lines
    }
}
