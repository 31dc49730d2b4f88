// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NotificationModel
import RemotePayload
import Testing

@Suite struct LocalizedTextTests {
    @Test(arguments: [
        ("%@ and %@", ["a", "b"], "a and b"), ("%2$@ before %1$@", ["a", "b"], "b before a"), ("%d%%", ["50"], "50%"),
        ("%@ %@", ["a"], "a "), ("%3$@.", ["a"], "."), ("%0$@.", ["a"], "."), ("%99999999999999999999$@.", ["a"], "."),
        ("100 %", ["a"], "100 %"), ("%", [], "%"), ("%y %@", ["a"], "%y a"), ("%1$y", ["a"], "%1$y"),
        ("%lld and %05.2f", ["1", "2"], "1 and 2"), ("%n%s", ["a"], "%na"), ("%@", ["%@%n"], "%@%n"),
        ("%%@", ["a"], "%@"),
    ])
    func `arguments are filled into a format`(format: String, arguments: [String], text: String) {
        #expect(LocalizedText.fill(format, with: arguments, atMost: 100) == text)
    }

    @Test func `a format can't make a text over the limit`() {
        let format = String(repeating: "%1$@", count: 1000)
        let text = LocalizedText.fill(format, with: [String(repeating: "ä", count: 1000)], atMost: 8192)
        #expect(text == String(repeating: "ä", count: 4096))
    }

    @Test func `each text of an alert has its own key and arguments`() throws {
        let payload = try RemotePayload(
            Data(
                #"{"aps": {"alert": {"title-loc-key": "T", "title-loc-args": ["x", 2], "subtitle-loc-key": "S", "loc-key": "B", "loc-args": ["y"], "body": "plain"}}}"#
                    .utf8))
        let german = ["T": "%@ mal %@", "B": "Für %@"]

        let content = payload.content { german[$0] }

        #expect([content.title, content.subtitle, content.body] == ["x mal 2", "S", "Für y"])
        #expect(payload.content.body == "plain" && payload.isPresentable)
    }

    @Test func `a strings file is read`() throws {
        let text = """
            /* A comment */
            "TEA" = "Tea is \\"ready\\"\\n%@";  // another
            plain.key = "\\U00e4";
            "ALONE";
            """
        let texts = ["TEA": "Tea is \"ready\"\n%@", "plain.key": "ä", "ALONE": "ALONE"]

        #expect(StringsFile(Data(text.utf8))?.texts == texts)
        #expect(StringsFile(Data([0xEF, 0xBB, 0xBF] + text.utf8))?.texts == texts)
        for isLittle in [true, false] {
            let units = Array(("\u{FEFF}" + text).utf16)
            let bytes = units.flatMap {
                isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
            }
            #expect(StringsFile(Data(bytes))?.texts == texts)
        }
    }

    @Test(arguments: ["\"a\" = \"b\"", "\"a\" = ;", "\"a", "/* no end", "= \"b\";", "\"a\" = \"\\U00g4\";", "bplist00"])
    func `a broken strings file is refused`(text: String) {
        #expect(StringsFile(Data(text.utf8)) == nil)
    }
}
