// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An exported object, with look-up tables for calls.
struct Export {
    let object: any ExportedObject
    /// Interfaces in the object's order.
    let interfaces: [Interface]
    private let byName: [String: Interface]

    /// Creates the tables; throws ``BusError`` if an interface occurs twice or is one that this module answers.
    init(_ object: any ExportedObject) throws(BusError) {
        self.object = object
        interfaces = object.interfaces
        var byName: [String: Interface] = [:]
        for interface in interfaces {
            guard byName[interface.name] == nil, StandardInterfaces.all[interface.name] == nil else {
                throw .invalidArguments("The interface \(interface.name) is there twice.")
            }
            byName[interface.name] = interface
        }
        self.byName = byName
    }

    func interface(named name: String) -> Interface? { byName[name] }

    /// Returns the first interface with this method, for calls without an interface.
    func interface(withMethod member: String) -> Interface? { interfaces.first { $0.methods[member] != nil } }
}
