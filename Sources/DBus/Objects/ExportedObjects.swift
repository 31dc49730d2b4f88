// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CDBus

/// The objects that a connection exports, and the answers to calls of their standard interfaces.
struct ExportedObjects {
    private var exports: [ObjectPath: Export] = [:]

    /// Adds an object.
    ///
    /// - Throws: ``BusError`` if the path has an object already, or two of the object's interfaces have the same name.
    mutating func add(_ object: any ExportedObject, at path: ObjectPath) throws(BusError) {
        guard exports[path] == nil else { throw .standard("ObjectPathInUse", "There is an object at \(path) already.") }
        exports[path] = try Export(object)
    }

    mutating func remove(at path: ObjectPath) { exports[path] = nil }

    /// Returns the arguments of the reply to a call, from the called object or from this module.
    func answer(_ call: Message, turn: Int, on connection: Connection) async throws -> [Value] {
        guard let path = call.path, let member = call.member, let sender = call.sender else {
            throw BusError.failed("The call has no path or member.")
        }
        // Calls of the interface Peer are answered at every path.
        if call.interface == StandardInterfaces.peer { return try answerPeer(call, member) }
        guard let export = exports[path] else {
            if isIntrospect(call), let children = children(of: path) {
                return [.string(StandardInterfaces.document(of: nil, children: children))]
            }
            throw BusError.unknownObject(path)
        }
        if isIntrospect(call) {
            try check(call, takes: "")
            let document = StandardInterfaces.document(of: export.interfaces, children: children(of: path) ?? [])
            return [.string(document)]
        }
        if call.interface == StandardInterfaces.properties { return try await answerProperties(call, member, export) }
        let interface: Interface
        if let name = call.interface {
            guard let named = export.interface(named: name) else {
                if StandardInterfaces.all[name] != nil { throw BusError.unknownMethod(member) }
                throw BusError.unknownInterface(name)
            }
            interface = named
        } else if let found = export.interface(withMethod: member) {
            interface = found
        } else if ["Get", "GetAll", "Set"].contains(member) {
            return try await answerProperties(call, member, export)
        } else if ["Ping", "GetMachineId"].contains(member) {
            return try answerPeer(call, member)
        } else {
            throw BusError.unknownMethod(member)
        }
        guard let method = interface.methods[member] else { throw BusError.unknownMethod(member) }
        let arguments = try arguments(of: call, for: method)
        let values = try await export.object.answer(
            MethodCall(
                interface: interface.name, member: member, arguments: arguments, sender: sender, path: path,
                connection: connection, expectsReply: call.expectsReply, turn: turn))
        let signature = values.map(\.type.description).joined()
        guard signature == method.outputSignature else {
            throw BusError.failed("\(member) answered with \"\(signature)\", not \"\(method.outputSignature)\".")
        }
        return values
    }

    /// Returns the call's arguments, converted to the interface's types; throws if information would be lost.
    private func arguments(of call: Message, for method: Interface.Method) throws(BusError) -> [Value] {
        if call.signature == method.inputSignature { return call.arguments }
        let fitting = zip(call.arguments, method.inputs).compactMap { $0.fitted(to: $1.type) }
        guard call.arguments.count == method.inputs.count, fitting.count == method.inputs.count else {
            try check(call, takes: method.inputSignature)
            return call.arguments
        }
        return fitting
    }

    /// Throws unless the call's arguments have the types of `signature`.
    private func check(_ call: Message, takes signature: String) throws(BusError) {
        guard call.signature == signature else {
            throw .invalidArguments("\(call.member ?? "") takes \"\(signature)\", not \"\(call.signature)\".")
        }
    }

    private func isIntrospect(_ call: Message) -> Bool {
        call.member == "Introspect" && (call.interface == nil || call.interface == StandardInterfaces.introspectable)
    }

    /// Returns the path elements directly below a path; nil if no object is exported below the path.
    private func children(of path: ObjectPath) -> [String]? {
        let prefix = path.rawValue == "/" ? "/" : path.rawValue + "/"
        let names = exports.keys.filter { $0 != path && $0.isAt(orBelow: path) }.map {
            String($0.rawValue.dropFirst(prefix.count).prefix { $0 != "/" })
        }
        return names.isEmpty ? nil : Set(names).sorted()
    }

    private func answerPeer(_ call: Message, _ member: String) throws -> [Value] {
        switch member {
        case "Ping":
            try check(call, takes: "")
            return []
        case "GetMachineId":
            try check(call, takes: "")
            var error = DBusError()
            dbus_error_init(&error)
            guard let identifier = dbus_try_get_local_machine_id(&error) else { throw BusError(taking: &error) }
            defer { dbus_free(identifier) }
            return [.string(String(cString: identifier))]
        default:
            throw BusError.unknownMethod(member)
        }
    }

    private func answerProperties(_ call: Message, _ member: String, _ export: Export) async throws -> [Value] {
        guard let method = StandardInterfaces.all[StandardInterfaces.properties]?.methods[member] else {
            throw BusError.unknownMethod(member)
        }
        try check(call, takes: method.inputSignature)
        let texts = call.arguments.prefix(2).compactMap { if case .string(let text) = $0 { text } else { nil } }
        if member == "GetAll" {
            var values: [String: Value] = [:]
            for interface in try interfaces(texts[0], in: export) {
                for property in interface.properties.values where property.isReadable {
                    values[property.name] = try await value(of: property, in: interface, export)
                }
            }
            return [.properties(values)]
        }
        let name = texts[1]
        let candidates = try interfaces(texts[0], in: export)
        guard let interface = candidates.first(where: { $0.properties[name] != nil }),
            let property = interface.properties[name]
        else { throw BusError.unknownProperty(name) }
        if member == "Get" {
            guard property.isReadable else { throw BusError.accessDenied("The property \"\(name)\" cannot be read.") }
            return [.variant(try await value(of: property, in: interface, export))]
        }
        guard property.isWritable else { throw BusError.propertyReadOnly(name) }
        guard case .variant(let value) = call.arguments[2], value.type == property.type else {
            throw BusError.invalidArguments("The property \"\(name)\" has the type \"\(property.type)\".")
        }
        try await export.object.setProperty(name, of: interface.name, to: value)
        return []
    }

    /// Returns the export's interface of this name, or all its interfaces if the name is empty.
    private func interfaces(_ name: String, in export: Export) throws(BusError) -> [Interface] {
        if name.isEmpty { return export.interfaces }
        if let interface = export.interface(named: name) { return [interface] }
        // The standard interfaces exist on every object and have no properties.
        if StandardInterfaces.all[name] != nil { return [] }
        throw .unknownInterface(name)
    }

    private func value(of property: Interface.Property, in interface: Interface, _ export: Export) async throws
        -> Value
    {
        let value = try await export.object.property(property.name, of: interface.name)
        guard value.type == property.type else {
            throw BusError.failed("The property \"\(property.name)\" returned a value of the type \"\(value.type)\".")
        }
        return value
    }
}

/// An exported object, with look-up tables for calls.
struct Export {
    let object: any ExportedObject
    /// Interfaces in the object's order.
    let interfaces: [Interface]
    private let byName: [String: Interface]

    /// Creates the tables; throws ``BusError`` if an interface occurs twice or is a standard interface.
    init(_ object: any ExportedObject) throws(BusError) {
        self.object = object
        interfaces = object.interfaces
        var byName: [String: Interface] = [:]
        for interface in interfaces {
            guard byName[interface.name] == nil, StandardInterfaces.all[interface.name] == nil else {
                throw .invalidArguments("The object exports the interface \(interface.name) twice.")
            }
            byName[interface.name] = interface
        }
        self.byName = byName
    }

    func interface(named name: String) -> Interface? { byName[name] }

    func interface(withMethod member: String) -> Interface? { interfaces.first { $0.methods[member] != nil } }
}

// Some clients can't send the types of an interface. Qt turns a list of variants into `av`, and dbus-send has no
// dictionary of variants, only `a{ss}`. Such arguments are accepted if they can be converted without loss.

extension Value {
    /// Returns this value converted to `type`; nil if that is impossible.
    ///
    /// Variants, also within lists, are replaced by their contents. A dictionary with string keys is accepted for any
    /// `a{sv}` and stays unchanged: ``properties`` reads both.
    fileprivate func fitted(to type: SingleType) -> Value? {
        if self.type == type { return self }
        switch (self, type) {
        case (.variant(let inner), _):
            return inner.fitted(to: type)
        case (.array(let elements, _), .array(let expected)):
            let fitting = elements.compactMap { $0.fitted(to: expected) }
            return fitting.count == elements.count ? .array(fitting, of: expected) : nil
        case (.dictionary(_, .string, _), .properties):
            return self
        default:
            return nil
        }
    }
}
