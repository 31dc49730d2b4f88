// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The bus itself, as an object on the bus.
enum BusDriver {
    static let name = "org.freedesktop.DBus"

    static func call(_ member: String, _ arguments: [Value] = []) -> Message {
        .methodCall(
            destination: name, path: "/org/freedesktop/DBus", interface: name, member: member, arguments: arguments)
    }

    /// Returns the match rule for changes of a name's owner.
    static func ownerRule(of name: String) -> String {
        "type='signal',sender='\(Self.name)',path='/org/freedesktop/DBus',interface='\(Self.name)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
    }
}
