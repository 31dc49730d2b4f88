// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A table with section titles, printed as aligned text.
struct Table {
    private var sections: [(title: String, rows: [TableRow])] = []

    mutating func add(_ rows: [TableRow], under title: String) { sections.append((title, rows)) }

    var text: String {
        let header = ["", "ours", "peer or floor", "ratio", "aim"]
        let all = [header] + sections.flatMap { $0.rows.filter { !$0.ours.isEmpty }.map(Self.cells) }
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            var line = ""
            for (column, cell) in cells.enumerated() {
                let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
                // Figures are aligned to the right.
                line += column == 1 || column == 3 ? "  " + padding + cell : "  " + cell + padding
            }
            while line.last == " " { line.removeLast() }
            return line
        }
        var lines = [line(header)]
        for section in sections {
            lines += ["", section.title] + section.rows.map { line(Self.cells($0)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cells(_ row: TableRow) -> [String] { [row.what, row.ours, row.peer, row.ratio, row.aim] }
}
