// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An exported object with what is looked up for every call.
struct Export {
    let object: any ExportedObject
    /// In the order in which the object gave them.
    let interfaces: [Interface]
    private let byName: [String: Interface]

    /// - Throws: ``BusError`` when two interfaces have one name, or one is answered by this module.
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

    /// The first interface with this method, for calls that name none.
    func interface(withMethod member: String) -> Interface? { interfaces.first { $0.methods[member] != nil } }
}
