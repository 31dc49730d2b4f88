// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentCallers
import AgentInterface
import CDBus

@testable import DBus
@testable import DesktopPresentation

/// Signatures, paths and names: this module and libdbus agree on them, because libdbus ends the program over an invalid
/// one.
enum BusNames {
    static func read(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let signature = try? Signature(parsing: text)
        let path = ObjectPath(rawValue: text)
        if let signature {
            let written = signature.types.map(\.description).joined()
            try Finding.unless(written == text, "the signature \(text) became \(written)")
            try Finding.unless((try? Signature(signature.types)) == signature, "its types are no signature: \(text)")
        }
        if text.utf8.contains(0) {
            try Finding.unless(signature == nil && path == nil, "a name with U+0000")
        } else {
            try Finding.unless(
                (signature != nil) == (dbus_signature_validate(text, nil) != 0), "not libdbus's signature: \(text)")
            try Finding.unless((path != nil) == (dbus_validate_path(text, nil) != 0), "not libdbus's path: \(text)")
        }
        let rule = MatchRule(
            sender: text, path: path, interface: text, member: text, argument0: text)
        _ = try? rule.text()
        _ = try? MatchRule(argument0: text).text()
        try Finding.unless(ApplicationID.isValid(ApplicationID.made(from: text)), "no id was made from \(text)")
        if let id = ApplicationID.ofUnit(text) {
            try Finding.unless(ApplicationID.isValid(id), "an id of a unit: \(id)")
        }
        try readVersion(text)
        if let row = RefusedRow(message: text) {
            try Finding.unless(
                RefusedRow(message: row.message) == row || row.identifier.contains("\""), "\(row) can't be read again")
        }
    }

    private static func readVersion(_ text: String) throws {
        guard let version = ServerVersion(text) else { return }
        try Finding.unless(!(version < version) && version == ServerVersion(text), "the version \(text) is not itself")
    }
}
