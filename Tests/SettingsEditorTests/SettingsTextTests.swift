// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import SettingsEditor
import Testing

/// Settings are changed in their place; every other byte stays.
@Suite struct SettingsTextTests {
    private struct Case: CustomStringConvertible {
        let description: String
        let before: String
        let key: String
        /// The value; nil removes the key.
        let value: String?
        let after: String

        init(_ description: String, _ before: String, _ key: String, _ value: String?, _ after: String) {
            (self.description, self.before, self.key, self.value, self.after) = (description, before, key, value, after)
        }
    }

    private static let cases: [Case] = [
        Case("an empty file gets a key", "", "quota", "5", "quota = 5\n"),
        Case("an empty file gets a table", "", "flood.burst", "5", "[flood]\nburst = 5\n"),
        Case(
            "a value is replaced, and its comment stays", "[flood] # calm\n  burst=20   # many\nperSeconds = 10\n",
            "flood.burst", "5", "[flood] # calm\n  burst=5   # many\nperSeconds = 10\n"),
        Case(
            "a key comes after the last one of its table",
            "[flood]\n\tburst = 1\n\n# at night\n[quiet]\nfrom = \"22:00\"\n",
            "flood.perSeconds", "3",
            "[flood]\n\tburst = 1\n\tperSeconds = 3\n\n# at night\n[quiet]\nfrom = \"22:00\"\n"),
        Case(
            "an empty table gets a key", "[flood]\n\n[quiet]\n", "flood.burst", "1", "[flood]\nburst = 1\n\n[quiet]\n"),
        Case("a table comes last", "quota = 1", "flood.burst", "1", "quota = 1\n\n[flood]\nburst = 1\n"),
        Case(
            "a key without a table comes before all tables", "# mine\n\n# calm\n[flood]\n", "quota", "1",
            "# mine\n\nquota = 1\n# calm\n[flood]\n"),
        Case(
            "a key without a table comes after the others", "quota = 1\n[flood]\n", "responseDays", "1",
            "quota = 1\nresponseDays = 1\n[flood]\n"),
        Case(
            "dotted keys get another", "flood.burst = 1\n", "flood.perSeconds", "2",
            "flood.burst = 1\nflood.perSeconds = 2\n"),
        Case(
            "dotted keys in a table", "[applications]\n\"org.a\".sound = true\n", "applications.org.a.badge", "false",
            "[applications]\n\"org.a\".sound = true\n\"org.a\".badge = false\n"),
        Case(
            "an application has a table", "", "applications.org.a.B.sound", "false",
            "[applications.\"org.a.B\"]\nsound = false\n"),
        Case(
            "quoted names are the same", "[ applications . 'org.a.B' ]\nsound = true\n", "applications.org.a.B.sound",
            "false", "[ applications . 'org.a.B' ]\nsound = false\n"),
        Case(
            "texts and lists of several lines", "a = \"\"\"\n[flood]\nburst = 1\\\"\"\"\"\nb = [ # ]\n \"]\",\n]\n",
            "flood.burst", "2",
            "a = \"\"\"\n[flood]\nburst = 1\\\"\"\"\"\nb = [ # ]\n \"]\",\n]\n\n[flood]\nburst = 2\n"),
        Case(
            "lines of Windows", "\u{FEFF}[flood]\r\nburst = 1 # one\r\n", "flood.perSeconds", "2",
            "\u{FEFF}[flood]\r\nburst = 1 # one\r\nperSeconds = 2\r\n"),
        Case(
            "a list is replaced whole", "[quiet]\npierce = [\n  \"critical\", # c\n] # end\nto = \"1\"\n",
            "quiet.pierce", "[]",
            "[quiet]\npierce = [] # end\nto = \"1\"\n"),
        Case(
            "a deeper table is none of the key's", "[flood.more]\ny = 1\n", "flood.burst", "5",
            "[flood.more]\ny = 1\n\n[flood]\nburst = 5\n"),
        Case("a mark of the byte order alone", "\u{FEFF}", "flood.burst", "5", "\u{FEFF}[flood]\nburst = 5\n"),
        Case(
            "a key is removed with its comment", "[flood]\nburst = 1 # one\nperSeconds = 2\n", "flood.burst", nil,
            "[flood]\nperSeconds = 2\n"),
        Case(
            "an empty table goes", "quota = 1\n\n[flood]\nburst = 1\n\n[quiet]\n", "flood.burst", nil,
            "quota = 1\n\n[quiet]\n"),
        Case("a table with a comment stays", "[flood]\n# calm\nburst = 1\n", "flood.burst", nil, "[flood]\n# calm\n"),
        Case(
            "a whole table goes", "[a]\nx = 1\n[flood]\nburst = 1\n[flood.more]\ny = [\n1]\n[b]\n", "flood", nil,
            "[a]\nx = 1\n[b]\n"),
    ]

    @Test(arguments: cases)
    private func `one key is changed, and nothing else`(one: Case) throws {
        var text = SettingsText(one.before)
        let name = try #require(SettingsName(typed: one.key))
        if let value = one.value {
            try text.set(name, to: value)
        } else {
            #expect(try text.remove(name))
        }
        #expect(text.description == one.after)
        // A second time changes nothing.
        let first = text
        if let value = one.value {
            try text.set(name, to: value)
        } else {
            #expect(try !text.remove(name))
        }
        #expect(text == first)
    }

    @Test(arguments: [
        ("flood = { burst = 1 }", "flood.burst", "line 1 has flood as one value; change it with belfry config edit"),
        ("quota = 1\n???\n", "quota", "line 2 could not be read; see belfry config edit"),
        ("[[flood]]\n", "quota", "line 1 could not be read; see belfry config edit"),
        ("a = \"open\n", "quota", "line 1 could not be read; see belfry config edit"),
    ])
    func `a text that can't be edited line by line stays`(before: String, key: String, message: String) throws {
        let name = try #require(SettingsName(typed: key))
        var text = SettingsText(before)
        let set = #expect(throws: SettingsTextError.self) { try text.set(name, to: "1") }
        let removed = #expect(throws: SettingsTextError.self) { try text.remove(name) }
        #expect(set?.description == message && removed?.description == message)
        #expect(text.description == before)
    }

    @Test(arguments: [
        ("quota", "quota"), ("flood.burst", "flood.burst"), ("a b", nil), ("", nil), ("a.", nil), (".a", nil),
        ("applications.org.example.Chat.sound", "applications.\"org.example.Chat\".sound"),
        ("applications.chat.sound", "applications.chat.sound"),
        ("applications.\"org.a\".sound", "applications.\"org.a\".sound"), ("'a b'.c", "\"a b\".c"),
        ("\"\\\"\\\\\"", "\"\\\"\\\\\""), ("\"\\u0041\"", nil),
    ])
    func `names are read as people type them`(typed: String, name: String?) {
        #expect(SettingsName(typed: typed)?.description == name)
    }

    @Test(arguments: [
        (["5"], "5"), (["-5"], "-5"), (["-0.5"], "-0.5"), (["52.52"], "52.52"), (["5."], "\"5.\""),
        (["1.2.3"], "\"1.2.3\""), (["true"], "true"), (["22:00"], "\"22:00\""), (["a b"], "\"a b\""),
        (["a", "b"], "[\"a\", \"b\"]"), ([], "[]"), (["[1]"], "[1]"), (["\"5\""], "\"5\""), (["1.5"], "1.5"),
        (["\"a\nb\" \\ \u{1}\u{7F}\tü"], "\"a\nb\" \\ \u{1}\u{7F}\tü"),
        (["a\n\\ \u{1}\u{7F}\tü\""], "\"a\\n\\\\ \\u0001\\u007F\\tü\\\"\""),
    ])
    func `values are written as they are meant`(words: [String], literal: String) {
        #expect(SettingsLiteral.text(of: words) == literal)
    }
}
