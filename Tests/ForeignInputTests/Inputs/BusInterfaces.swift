// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DBus

/// The XML of introspection, which any program on the bus may send.
enum BusInterfaces {
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let interfaces: [Interface]
        do {
            interfaces = try Interface.all(in: text)
        } catch {
            return try Finding.unless(!error.message.isEmpty, "refused without a word: \(error)")
        }
        for interface in interfaces {
            let again = try Interface(xml: "<node>\(interface.xml)</node>")
            try Finding.unless(again == interface, "\(interface) became \(again)")
        }
    }
}
