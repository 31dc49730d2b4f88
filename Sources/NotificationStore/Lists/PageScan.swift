// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Finds the rows of a damaged store page by page, without the list of tables and without the inner pages of a table.
///
/// The format is `https://www.sqlite.org/fileformat2.html`. Only leaf pages of tables whose keys are numbers are read;
/// a page in the write-ahead log replaces the page in the file. The scan blocks. No connection of this process may have
/// the file open during the scan, because closing the scan's descriptor would release SQLite's locks.
struct PageScan {
    /// A row: its key, and its values in the order of the columns.
    typealias Record = (key: Int64, values: [DatabaseValue])

    private let file: Data
    private let log: Data
    private let pageSize: Int
    /// Number of bytes that SQLite uses of each page.
    let usable: Int
    /// The position in the write-ahead log at which the newest committed version of a page is, by the page's number.
    private let logged: [Int: Int]
    /// The free pages; nil if their list is unreadable.
    private var free: Set<Int>?

    /// Whether deleted rows may be among the rows that are found.
    var mayBeStale: Bool { free == nil }

    /// Opens a database file; nil if it is missing or smaller than the smallest page.
    init?(path: String) {
        guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped), file.count >= 512 else {
            return nil
        }
        let log = (try? Data(contentsOf: URL(filePath: path + "-wal"), options: .alwaysMapped)) ?? Data()
        let isHeaded = file.prefix(16).elementsEqual("SQLite format 3\0".utf8)
        let size = Int(file[16]) << 8 | Int(file[17])
        let isSize = isHeaded && (size == 1 || size >= 512 && size.nonzeroBitCount == 1)
        pageSize = isSize ? size == 1 ? 65_536 : size : 4096
        usable = pageSize - (isSize ? min(Int(file[20]), 32) : 0)
        self.file = file
        self.log = log
        logged = Self.index(of: log, pageSize)
        if isHeaded { free = freePages() }
    }

    /// Calls `body` with every readable row, in no particular order.
    func rows(_ body: (Record) throws -> Void) rethrows {
        let last = max(file.count / pageSize, logged.keys.max() ?? 0)
        guard last > 1 else { return }
        // The first page is skipped, because it has the list of tables.
        for number in 2...last where free?.contains(number) != true {
            guard let page = page(number), page.first == 0x0D else { continue }
            for record in TablePage(page, usable: usable, overflow: self.page).records { try body(record) }
        }
    }

    /// Reads a page by its number, which counts from 1; nil beyond the end.
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
        // A damaged list of free pages may name any page, so its length is compared with that in the first page.
        return free.count == first.number(at: 36) ? free : nil
    }

    /// Finds the positions of the pages in a write-ahead log, up to the log's last commit.
    private static func index(of log: Data, _ pageSize: Int) -> [Int: Int] {
        guard log.count > 32, log.number(at: 8) == pageSize else { return [:] }
        let salts = log[16..<24]
        var committed: [Int: Int] = [:]
        var uncommitted: [Int: Int] = [:]
        var frame = 32
        // Frames from before the log's last restart have salts that differ from those in its header.
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
    /// Reads four bytes as a number; 0 beyond the end of the bytes.
    fileprivate func number(at place: Int) -> Int {
        guard place >= 0, place + 4 <= count else { return 0 }
        return self[startIndex + place..<startIndex + place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
