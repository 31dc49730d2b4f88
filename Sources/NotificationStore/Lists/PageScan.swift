// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Rows of a damaged store, found page by page: without the list of tables, and without the pages that lead to others.
///
/// The format is `https://www.sqlite.org/fileformat2.html`. Only leaves of tables with numbers for keys are read; what is in the
/// write-ahead log takes the place of what is in the file. Blocking; nobody may have the file open meanwhile, as SQLite's locks
/// would go with the descriptor.
struct PageScan {
    /// A row: its key, and its values in the order of the columns.
    typealias Record = (key: Int64, values: [DatabaseValue])

    private let file: Data
    private let log: Data
    private let pageSize: Int
    /// Bytes of a page that SQLite uses.
    let usable: Int
    /// Position in the log of the newest committed version of each page.
    private let logged: [Int: Int]
    /// Pages that hold nothing any more; nil where that can't be told.
    private var free: Set<Int>?

    /// Whether rows that were deleted may be among those that are found.
    var mayBeStale: Bool { free == nil }

    /// Nil where there is no file, or nothing in it.
    init?(path: String) {
        guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped), file.count >= 512 else {
            return nil
        }
        let log = (try? Data(contentsOf: URL(filePath: path + "-wal"), options: .alwaysMapped)) ?? Data()
        let isHeaded = file.prefix(16).elementsEqual("SQLite format 3\0".utf8)
        let size = Int(file[16]) << 8 | Int(file[17])
        let isSize = isHeaded && (size == 1 || size >= 512 && size & (size - 1) == 0)
        pageSize = isSize ? size == 1 ? 65_536 : size : 4096
        usable = pageSize - (isSize ? min(Int(file[20]), 32) : 0)
        self.file = file
        self.log = log
        logged = Self.index(of: log, pageSize)
        if isHeaded { free = freePages() }
    }

    /// Calls `body` with every row that can be read, in no order.
    func rows(_ body: (Record) throws -> Void) rethrows {
        let last = max(file.count / pageSize, logged.keys.max() ?? 0)
        guard last > 1 else { return }
        // The first page lists the tables.
        for number in 2...last where free?.contains(number) != true {
            guard let page = page(number), page.first == 0x0D else { continue }
            for record in TablePage(page, usable: usable, overflow: self.page).records { try body(record) }
        }
    }

    /// The bytes of a page, from 1; nil beyond the end.
    private func page(_ number: Int) -> [UInt8]? {
        if let place = logged[number] { return Array(log[place..<place + pageSize]) }
        let start = (number - 1) * pageSize
        guard number > 0, start + pageSize <= file.count else { return nil }
        return Array(file[start..<start + pageSize])
    }

    private func freePages() -> Set<Int>? {
        guard let first = page(1) else { return nil }
        var free: Set<Int> = []
        var trunk = first.number(at: 32)
        while trunk != 0 {
            guard free.insert(trunk).inserted, let page = page(trunk) else { return nil }
            let count = page.number(at: 4)
            guard count <= usable / 4 - 2 else { return nil }
            for index in 0..<count { free.insert(page.number(at: 8 + index * 4)) }
            trunk = page.number(at: 0)
        }
        // A damaged chain may lead anywhere; the first page knows how many there are.
        return free.count == first.number(at: 36) ? free : nil
    }

    /// The places of the pages in a log, up to its last commit.
    private static func index(of log: Data, _ pageSize: Int) -> [Int: Int] {
        guard log.count > 32, log.number(at: 8) == pageSize else { return [:] }
        let salts = log[16..<24]
        var committed: [Int: Int] = [:]
        var uncommitted: [Int: Int] = [:]
        var frame = 32
        // What an earlier run of the log has left behind has other salts.
        while frame + 24 + pageSize <= log.count, log[frame + 8..<frame + 16].elementsEqual(salts) {
            uncommitted[log.number(at: frame)] = frame + 24
            if log.number(at: frame + 4) != 0 {
                committed.merge(uncommitted) { $1 }
                uncommitted = [:]
            }
            frame += 24 + pageSize
        }
        return committed
    }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// Four bytes as a number; 0 beyond the end.
    fileprivate func number(at place: Int) -> Int {
        guard place >= 0, place + 4 <= count else { return 0 }
        return self[startIndex + place..<startIndex + place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
