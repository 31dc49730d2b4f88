// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Converts ArgumentParser's error messages to belfry's style.
enum UsageText {
    /// Replaces the prefix of ArgumentParser's text: `belfry: the body is given twice`.
    static func told(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix("Error: ") else { return text }
        lines[0] = "belfry: " + plain(String(first.dropFirst("Error: ".count)))
        return lines.joined(separator: "\n")
    }

    /// Removes the full stop and the capital of the first word, unless that is an abbreviation.
    private static func plain(_ sentence: String) -> String {
        var sentence = sentence
        if sentence.hasSuffix("."), !sentence.hasSuffix("...") { sentence.removeLast() }
        let head = sentence.prefix(2)
        guard let first = head.first, first.isUppercase, head.last?.isLowercase == true else { return sentence }
        return first.lowercased() + sentence.dropFirst()
    }
}
