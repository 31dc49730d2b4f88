// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import SettingsEditor
import Testing

/// The words of `belfry config set`.
@Suite struct SettingsAssignmentTests {
    @Test(arguments: [
        (["quota", "5"], ["quota": ["5"]]), (["quiet.pierce", "a", "b=c"], ["quiet.pierce": ["a", "b=c"]]),
        (["sun.latitude=-33.9", "sun.longitude=18.4"], ["sun.latitude": ["-33.9"], "sun.longitude": ["18.4"]]),
        (["a.b=1", "c=", "a.b=2=3"], ["a.b": ["1", "2=3"], "c": [""]]),
        (["applications.org.a.B.sound=false"], ["applications.\"org.a.B\".sound": ["false"]]),
        (["\"a=b\".c=1"], ["\"a=b\".c": ["1"]]), (["a = 5"], ["a": [" 5"]]),
    ])
    func `words are read as keys and values`(words: [String], expected: [String: [String]]) throws {
        let read = try SettingsAssignment.reading(words)
        #expect(Dictionary(uniqueKeysWithValues: read.map { ($0.name.description, $0.words) }) == expected)
    }

    @Test(arguments: [
        ([], "a key and its value are missing"), (["a b", "1"], "\"a b\" is not the name of a key"),
        (["quota"], "quota has no value; write for example quota=5"),
        (["a=1", "b"], "\"b\" is not of the form KEY=VALUE"), (["a=1", "=2"], "\"=2\" is not of the form"),
        (["=1"], "\"=1\" is not the name of a key"),
    ])
    func `other words are refused by name`(words: [String], message: String) {
        let refusal = #expect(throws: SettingsAssignmentError.self) { try SettingsAssignment.reading(words) }
        #expect(refusal?.description.contains(message) == true)
    }

    @Test(arguments: [
        (["5"], ["5", "\"5\"", "[\"5\"]"]), (["a"], ["\"a\"", "[\"a\"]"]), (["a", "b"], ["[\"a\", \"b\"]"]),
        (["[a"], ["[a", "\"[a\"", "[\"[a\"]"]),
    ])
    func `the likeliest way to write a value comes first`(words: [String], literals: [String]) throws {
        #expect(try SettingsAssignment.reading(["a"] + words).first?.literals == literals)
    }
}
