// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import NotificationServer

/// Bytes of a terminal: decoded into the same keys however they are split, except that an escape ends with its block.
enum Keys {
    static func read(_ bytes: [UInt8]) throws {
        var reader = KeyReader()
        let keys = reader.keys(in: bytes)
        try Finding.unless(keys.count <= bytes.count, "\(keys.count) keys of \(bytes.count) bytes")
        try readReports(bytes)
        guard !bytes.contains(0x1B), bytes.count < 1024 else { return }
        var slowReader = KeyReader()
        let slowKeys = bytes.flatMap { slowReader.keys(in: [$0]) }
        try Finding.unless(slowKeys == keys, "\(keys), and byte by byte \(slowKeys)")
    }

    /// Reads the bytes as reports between keys: the same ones however they are split, and no more keys than bytes.
    private static func readReports(_ bytes: [UInt8]) throws {
        var whole = TerminalReports()
        let (keys, reports) = parts(of: whole.read(bytes))
        try Finding.unless(keys.count <= bytes.count, "\(keys.count) bytes of keys in \(bytes.count) bytes")
        for case .pressed(let identifier, let button) in reports {
            try Finding.unless(TerminalReport.isIdentifier(identifier), "the identifier \(identifier)")
            try Finding.unless((button ?? 1) > 0, "button \(button ?? 0)")
        }
        var split = TerminalReports()
        let (slowKeys, slowReports) = parts(of: bytes.flatMap { split.read([$0]) })
        try Finding.unless(slowKeys == keys && slowReports == reports, "\(reports), and byte by byte \(slowReports)")
        var relay = TerminalRelay(session: 1)
        _ = relay.start(.ask(otherwise: nil))
        for report in reports { _ = relay.handle(report) }
        try Finding.unless(relay.settleAll().count > 0, "no end")
    }

    private static func parts(of pieces: [TerminalReports.Piece]) -> (keys: [UInt8], reports: [TerminalReport]) {
        pieces.reduce(into: ([], [])) { parts, piece in
            switch piece {
            case .keys(let bytes): parts.keys += bytes
            case .report(let report): parts.reports.append(report)
            }
        }
    }
}
