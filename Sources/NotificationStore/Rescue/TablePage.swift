// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A leaf page of a table, whose bytes may be damaged anywhere.
struct TablePage {
    private let bytes: [UInt8]
    private let usable: Int
    private let overflow: (Int) -> [UInt8]?

    /// The largest size of a row in bytes. The largest rows are those of requests, whose size is limited.
    private static let longest = 4 << 20

    /// - Parameters:
    ///   - bytes: The bytes of the page.
    ///   - usable: The number of bytes of the page that SQLite uses.
    ///   - overflow: Returns a page on which a long row continues, by the page's number; nil if it can't be read.
    init(_ bytes: [UInt8], usable: Int, overflow: @escaping (Int) -> [UInt8]?) {
        self.bytes = bytes
        self.usable = usable
        self.overflow = overflow
    }

    /// The readable rows of the page.
    var records: [PageScan.Record] {
        let count = short(3)
        guard count > 0, 8 + count * 2 <= usable else { return [] }
        return (0..<count).compactMap { record(at: short(8 + $0 * 2)) }
    }

    private func short(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    private func record(at start: Int) -> PageScan.Record? {
        guard start >= 8 else { return nil }
        var reader = ByteReader(bytes: bytes[..<usable], at: start)
        guard let size = reader.varint(), let key = reader.varint(), (1...Int64(Self.longest)).contains(size),
            let payload = payload(Int(size), from: reader.place)
        else { return nil }
        return Self.values(payload).map { (key, $0) }
    }

    /// Reads the bytes of a row; most bytes of a long row are on other pages.
    private func payload(_ size: Int, from place: Int) -> [UInt8]? {
        let most = usable - 35
        guard size > most else { return place + size <= usable ? Array(bytes[place..<place + size]) : nil }
        let least = (usable - 12) * 32 / 255 - 23
        let wanted = least + (size - least) % (usable - 4)
        let local = wanted <= most ? wanted : least
        guard place + local + 4 <= usable else { return nil }
        var payload = Array(bytes[place..<place + local])
        var next = Self.number(bytes, place + local)
        while payload.count < size {
            guard let page = overflow(next), page.count >= usable else { return nil }
            payload += page[4..<min(usable, 4 + size - payload.count)]
            next = Self.number(page, 0)
        }
        return payload
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func values(_ payload: [UInt8]) -> [DatabaseValue]? {
        var head = ByteReader(bytes: payload[...], at: 0)
        guard let end = head.varint(), end > 0, end <= payload.count else { return nil }
        var body = ByteReader(bytes: payload[...], at: Int(end))
        var values: [DatabaseValue] = []
        while head.place < Int(end) {
            guard let kind = head.varint(), let value = body.value(kind) else { return nil }
            values.append(value)
        }
        return head.place == Int(end) && body.place == payload.count ? values : nil
    }
}

/// Reads numbers and values of SQLite's record format.
private struct ByteReader {
    let bytes: ArraySlice<UInt8>
    var place: Int

    init(bytes: ArraySlice<UInt8>, at place: Int) {
        self.bytes = bytes
        self.place = place
    }

    /// Reads a variable-length integer of one to nine bytes.
    mutating func varint() -> Int64? {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard bytes.indices.contains(place) else { return nil }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: number) }
        }
        return nil
    }

    /// Reads a column's value by its serial type, a number for the value's type and size; nil if the value is damaged.
    mutating func value(_ kind: Int64) -> DatabaseValue? {
        switch kind {
        case 0: return .null
        case 1...6: return take([1, 2, 3, 4, 6, 8][Int(kind) - 1]).map { Self.integer($0).databaseValue }
        case 7: return take(8).map { Double(bitPattern: UInt64(bitPattern: Self.integer($0))).databaseValue }
        case 8: return Int64(0).databaseValue
        case 9: return Int64(1).databaseValue
        case 12...Int64(Int32.max):
            guard let taken = take(Int((kind - 12) / 2)) else { return nil }
            if kind % 2 == 0 { return Data(taken).databaseValue }
            return String(validating: taken, as: UTF8.self)?.databaseValue
        default: return nil
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard place + count <= bytes.endIndex else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let sign: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
        return bytes.reduce(sign) { $0 << 8 | Int64($1) }
    }
}
