// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import FoundationEssentials
import TestSupport
import Testing

/// Requests as lines of JSON on the standard input.
@Suite(.serialized) struct CommandLineJSONTests {
    @Test func `each line has a result line, in order`() async throws {
        try await withAgent { agent in
            let script = #"""
                printf '%s\n' '{"identifier":"a","title":"A","trigger":{"in":"5m"}}' '' \
                    '{"identifier":"b","title":"B","trigger":{"in":"never"}}' \
                    'not JSON' '[1]' '{"identifier":"c","title":"C","colour":"red"}' \
                    '{"identifier":"d","title":"D","body":null,"trigger":{"timeInterval":60},"userInfo":{"n":1.5,"l":["x"]}}' |
                    belfry add --json -
                """#
            let added = try await agent.bash(script)
            #expect(added.status == 65)
            let results = try added.objects()
            #expect(results.map { $0["line"]?.number } == [1, 3, 4, 5, 6, 7])
            #expect(
                results.map { $0["error"]?.text } == [
                    nil, "org.belfry.Error.InvalidTrigger", "org.belfry.Error.InvalidRequest",
                    "org.belfry.Error.InvalidRequest", "org.belfry.Error.InvalidRequest", nil,
                ])
            #expect(results[4]["message"]?.text?.contains("colour") == true)
            #expect(try await agent.pendingIdentifiers().sorted() == ["a", "d"])
        }
    }

    @Test(arguments: [
        (#"{"title":"A""#, 13, "a comma or } is expected"), (#"{"title": tru}"#, 11, "a value is expected"),
        (#"hello"#, 1, "a value is expected"), (#"{"title":"A","l":[1,null]}"#, 21, "null"),
        (#"{"title":"A\u00"}"#, 12, "\\u needs four digits"), (#"{"ti"#, 2, "this string has no end"),
        (#"{"title":"A"} x"#, 15, "more text"), (#"{"n":1e999}"#, 6, "64 bits"), (#"{"title":"ä" ,, 1}"#, 15, "key"),
        (#"{"title" "A"}"#, 10, "a colon"), (#"{"l":[1 2]}"#, 9, "a comma or ] is expected"),
        (#"{"title":"#, 10, "ends"),
        (#"{"title":"A\q"}"#, 12, "backslash"), ("{\"title\":\"A\tB\"}", 12, "control character"),
        // The program ended: the function that looked for the place called itself without end.
        (String(repeating: "[", count: 20_000), 513, "nested more than 512 deep"),
    ])
    func `an invalid line is reported with its number, its column and its error`(
        line: String, column: Int, words: String
    ) async throws {
        try await withAgent { agent in
            let file = try agent.folders.file("lines", "\n{\"title\":\"A\"}\n\(line)\n".utf8)

            let added = try await agent.bash("belfry add - < '\(file)'")

            let result = try added.objects().last
            #expect(added.status == 65 && result?["line"] == .number(3))
            let message = result?["message"]?.text ?? ""
            #expect(message.hasPrefix("not valid JSON at line 3, column \(column): "), "\(message)")
            #expect(message.contains(words), "\(message)")
        }
    }

    @Test func `invalid UTF-8 is reported, too, and a document of several lines`() async throws {
        try await withAgent { agent in
            let added = try await agent.bash(#"printf '{"title":"ä\xff"}\n' | belfry add -"#)
            #expect(
                try added.objects().first?["message"]?.text
                    == "not valid JSON at line 1, column 12: the text is not UTF-8")
            let category = try await agent.bash(
                #"printf '{\n "identifier": "a",\n "actions": oops\n}' | belfry category set -"#)
            #expect(category.status == 65)
            #expect(category.errors.contains("line 3, column 13: a value is expected"), "\(category.errors)")
        }
    }

    @Test func `printed lines can be fed back in`() async throws {
        try await withAgent { agent in
            let script = """
                belfry add --id rent --title Rent --every "month 1 10:00" -A paid=Paid --info 'k=v' --on paid=true -q -p
                belfry category set tea -A done=Done --report-dismissal
                belfry list --json > list
                belfry category list --json > categories
                belfry cancel rent
                belfry category rm tea
                belfry add --json - < list > results
                belfry category set - < categories
                # Another adding is another instance.
                sed -i 's/"instance":"[0-9a-z]*",//' list
                belfry list --json | sed 's/"instance":"[0-9a-z]*",//' | cmp - list
                belfry category list --json | cmp - categories
                """
            let round = try await agent.bash(script)
            #expect(round.status == 0, "\(round.errors)\(round.output)")
        }
    }

    @Test(arguments: [
        (#""schema":2"#, "schema"), (#""app":"other""#, "--app"), (#""nextTriggerDate":7"#, "nextTriggerDate"),
        (#""snoozed":"yes""#, "snoozed"), (#""nextTriggerDateUnix":"soon""#, "nextTriggerDateUnix"),
    ])
    func `a read-only key is checked`(pair: String, word: String) async throws {
        try await withAgent { agent in
            let added = try await agent.bash("echo '{\"title\":\"A\",\(pair)}' | belfry add -")
            #expect(added.status == 65)
            #expect(try added.objects().first?["message"]?.text?.contains(word) == true, "\(added.output)")
        }
    }

    @Test func `all-or-nothing adds all lines or none`() async throws {
        try await withAgent { agent in
            for bad in [#"{"identifier":"b","title":""}"#, "not JSON"] {
                let script = """
                    printf '%s\\n' '{"identifier":"a","title":"A","trigger":{"in":"5m"}}' '\(bad)' |
                        belfry add --all-or-nothing -
                    """
                let added = try await agent.bash(script)
                #expect(added.status == 65)
                #expect(try await agent.pendingIdentifiers().isEmpty)
                #expect(added.errors.contains("line 2"), "\(added.errors)")
                let results = try added.objects()
                #expect(results.map { $0["line"]?.number } == [1, 2])
                #expect(results[0]["message"]?.text == "nothing is added: line 2 is refused")
                #expect(results[1]["message"]?.text?.isEmpty == false)
                #expect(results[1]["message"]?.text?.contains("nothing is added") == false)
            }
        }
    }

    @Test func `all-or-nothing names the refused line, whatever lines come before it`() async throws {
        try await withAgent { agent in
            let added = try await agent.bash(
                #"""
                printf '%s\n' '' '{"title":"A"}' '' '{"identifier":"tea","title":"T","trigger":{"in":"soon"}}' |
                    belfry add --all-or-nothing -
                """#)
            #expect(added.status == 65)
            #expect(added.errors.contains("nothing was added, because line 4 was refused: "), "\(added.errors)")
            #expect(try added.objects().last?["error"]?.text == "org.belfry.Error.InvalidTrigger")
        }
    }

    @Test func `early warnings are added again with their request, once`() async throws {
        try await withAgent { agent in
            let script = """
                belfry add --id rent --title Rent --every "month 1 10:00" --before 1d,15m -q -p
                belfry add --id trip --title Trip --at "2040-12-24 09:00" --before 1h -q -p
                belfry list --json > list
                belfry cancel --all
                belfry add --json - < list > results
                # Another adding is another instance.
                sed -i 's/"instance":"[0-9a-z]*",//' list
                belfry list --json | sed 's/"instance":"[0-9a-z]*",//' | cmp - list
                belfry add -p - < list > identifiers
                belfry list --json | wc -l
                """
            let round = try await agent.bash(script)
            #expect(round.status == 0, "\(round.errors)\(round.output)")
            #expect(round.lines.last == "5")
            let rent = try await agent.belfry("show", "rent", "--json").objects().first
            #expect(Set(rent?["before"]?.list ?? []) == [.text("1d"), .text("15m")])
        }
    }

    @Test func `thousands of lines are added in order`() async throws {
        try await withAgent { agent in
            let script = #"""
                for i in $(seq 2500); do printf '{"identifier":"n%s","title":"N","trigger":{"timeInterval":%s}}\n' $i $((1000 + i)); done |
                    belfry add -p -
                """#
            let added = try await agent.bash(script)
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.lines == (1...2500).map { "n\($0)" })
            #expect(try await agent.pendingIdentifiers().count == 2500)
        }
    }

    @Test func `a line has its result before the next one is written`() async throws {
        try await withAgent { agent in
            let script = """
                coproc A { exec belfry add -p -; }; process=$A_PID
                for id in a b; do
                    echo '{"identifier":"'$id'","title":"A","trigger":{"timeInterval":60}}' >&"${A[1]}"
                    read -r answer <&"${A[0]}"
                    echo "$answer"
                done
                exec {A[1]}>&-
                wait "$process"
                """
            let added = try await agent.bash(script)
            #expect(added.lines == ["a", "b"], "\(added.errors)")
            #expect(added.status == 0)
        }
    }

    @Test func `R6: JSON contains nothing that a terminal interprets, and has the same meaning`() async throws {
        try await withAgent { agent in
            let text = "a\u{9b}31m\u{7f}b\u{2028}c\u{202e}d\u{1b}[2J é 🫖"
            _ = try await agent.proxy().add(
                request("tea", ["trigger": tomorrow, "userInfo": .properties(["text": .string(text)])]))
            for verb in [["list", "--json"], ["show", "tea", "--json"]] {
                let output = try await agent.belfry(verb).output
                #expect(
                    !output.unicodeScalars.contains { "\u{9b}\u{7f}\u{2028}\u{202e}\u{1b}".unicodeScalars.contains($0) }
                )
                #expect(output.contains(#"a\u009b31m\u007fb\u2028c\u202ed\u001b[2J é 🫖"#), "\(output)")
                struct Row: Decodable { let userInfo: [String: String] }
                #expect(try JSONDecoder().decode(Row.self, from: Data(output.utf8)).userInfo["text"] == text)
            }
        }
    }

}
