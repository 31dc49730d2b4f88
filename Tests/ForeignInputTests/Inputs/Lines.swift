// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Triggers

@testable import belfry

/// Lines of JSON, as `belfry add -` reads them.
enum Lines {
    static func read(_ bytes: [UInt8]) throws {
        guard let line = JSONLine(bytes[...], number: 1, application: "org.example.App") else { return }
        if let mistake = line.mistake {
            try Finding.unless(!mistake.isEmpty && !mistake.utf8.contains(0), "no mistake: \(mistake)")
        }
        if let outcome = line.ownOutcome { _ = try JSONText.line(outcome) }
        guard let request = line.request else { return }
        let text = try JSONText.line(request)
        try Finding.unless(!text.contains("\n"), "more than a line: \(text)")
        var again = try JSONText.dictionary(text.utf8)
        again["schema"] = nil
        try Finding.unless(
            again.count == request.count && again.allSatisfy { request[$0.key] == $0.value },
            "\(request) became \(again)")
        // The bus carries no U+0000: such a line is refused before it reaches the agent.
        guard !text.contains("\\u0000") else { return }
        try Requests.check(.properties(request))
    }
}
