// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a command line, in the words that everything else is told in.
enum UsageText {
    /// The text of ArgumentParser with our beginning: `belfry: the body is given twice`.
    static func told(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix("Error: ") else { return text }
        lines[0] = "belfry: " + plain(String(first.dropFirst("Error: ".count)))
        return lines.joined(separator: "\n")
    }

    /// A sentence without its full stop and without a capital that is no name's.
    private static func plain(_ sentence: String) -> String {
        var sentence = sentence
        if sentence.hasSuffix("."), !sentence.hasSuffix("...") { sentence.removeLast() }
        let head = sentence.prefix(2)
        guard let first = head.first, first.isUppercase, head.last?.isLowercase == true else { return sentence }
        return first.lowercased() + sentence.dropFirst()
    }
}
