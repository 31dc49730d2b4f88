// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

extension Connection {
    /// Exports an object, so that others on the bus can call it.
    ///
    /// - Throws: ``BusError`` if the path is taken, or two of the object's interfaces have the same name.
    package func export(_ object: any ExportedObject, at path: ObjectPath) throws {
        guard objects[path] == nil else {
            throw BusError.standard("ObjectPathInUse", "There is an object at \(path) already.")
        }
        objects[path] = try Export(object)
    }

    /// Removes an object from the bus; calls in progress are still answered.
    package func unexport(at path: ObjectPath) { objects[path] = nil }
}
