// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Connection {
    /// Lets others on the bus call an object.
    ///
    /// - Throws: ``BusError`` when there is an object at the path, or two of its interfaces have one name.
    package func export(_ object: any ExportedObject, at path: ObjectPath) throws {
        guard objects[path] == nil else {
            throw BusError.standard("ObjectPathInUse", "There is an object at \(path) already.")
        }
        objects[path] = try Export(object)
    }

    /// Takes an object off the bus; calls that it is answering are still answered.
    package func unexport(at path: ObjectPath) { objects[path] = nil }
}
