// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An interface of exported objects, parsed from XML.
package struct Interface: Hashable, Sendable {
    /// An argument of a method or signal.
    package struct Argument: Hashable, Sendable {
        /// The argument's name; nil if the XML has none.
        package let name: String?
        package let type: SingleType
    }

    /// A method with its inputs and outputs.
    package struct Method: Hashable, Sendable {
        package let name: String
        /// Arguments of the call.
        package let inputs: [Argument]
        /// Arguments of the reply.
        package let outputs: [Argument]
        /// The types of the inputs, in D-Bus notation.
        package let inputSignature: String
        /// The types of the outputs, in D-Bus notation.
        package let outputSignature: String
    }

    /// A signal with its arguments.
    package struct Signal: Hashable, Sendable {
        package let name: String
        package let arguments: [Argument]
    }

    package struct Property: Hashable, Sendable {
        package let name: String
        package let type: SingleType
        /// Tells whether Get and GetAll return the property.
        package let isReadable: Bool
        /// Tells whether Set accepts the property.
        package let isWritable: Bool
    }

    package let name: String
    /// The interface's methods, by name.
    package let methods: [String: Method]
    /// The interface's signals, by name.
    package let signals: [String: Signal]
    /// The interface's properties, by name.
    package let properties: [String: Property]
    /// The text of the `<interface>` element, comments included.
    package let xml: String

    /// Parses a `<node>` document with one interface.
    ///
    /// - Throws: ``BusError`` if the text is not such a document, or contains an invalid name or type.
    package init(xml: String) throws(BusError) {
        let interfaces = try Self.all(in: xml)
        guard interfaces.count == 1 else {
            throw .invalidArguments("The XML has \(interfaces.count) interfaces, not one.")
        }
        self = interfaces[0]
    }

    /// Parses every interface of a `<node>` document.
    ///
    /// - Throws: ``BusError`` if the text is not such a document, or contains an invalid name or type.
    package static func all(in xml: String) throws(BusError) -> [Interface] {
        let root = try XMLParser.parse(xml)
        guard root.name == "node" else { throw .invalidArguments("The XML is not a <node> document.") }
        var interfaces: [Interface] = []
        for element in root.children(named: "interface") { interfaces.append(try Interface(element)) }
        return interfaces
    }

    private init(_ element: XMLElement) throws(BusError) {
        name = try element.name(where: NameSyntax.isInterface)
        xml = element.source
        methods = try element.members("method") { child, name throws(BusError) in try Method(child, name: name) }
        signals = try element.members("signal") { child, name throws(BusError) in
            Signal(name: name, arguments: try child.arguments(direction: nil))
        }
        properties = try element.members("property") { child, name throws(BusError) in
            let access = child.attributes["access"] ?? ""
            guard ["read", "write", "readwrite"].contains(access) else {
                throw .invalidArguments("A <property> has the unknown access \"\(access)\".")
            }
            return Property(
                name: name, type: try child.type(), isReadable: access != "write", isWritable: access != "read")
        }
    }
}

extension Interface.Method {
    fileprivate init(_ element: XMLElement, name: String) throws(BusError) {
        self.name = name
        inputs = try element.arguments(direction: "in")
        outputs = try element.arguments(direction: "out")
        inputSignature = inputs.map(\.type.description).joined()
        outputSignature = outputs.map(\.type.description).joined()
    }
}

extension XMLElement {
    fileprivate func name(where isValid: (String) -> Bool) throws(BusError) -> String {
        let name = attributes["name"] ?? ""
        guard isValid(name) else { throw .invalidArguments("A <\(self.name)> has the invalid name \"\(name)\".") }
        return name
    }

    /// Returns the members of one kind by name; of several members with the same name, the last counts.
    fileprivate func members<Member>(
        _ kind: String, _ member: (XMLElement, String) throws(BusError) -> Member
    ) throws(BusError) -> [String: Member] {
        var members: [String: Member] = [:]
        for child in children(named: kind) {
            let name = try child.name(where: NameSyntax.isMember)
            members[name] = try member(child, name)
        }
        return members
    }

    fileprivate func type() throws(BusError) -> SingleType {
        let types = try Signature(parsing: attributes["type"] ?? "").types
        guard types.count == 1 else { throw .invalidArguments("A <\(name)> has \(types.count) types, not one.") }
        return types[0]
    }

    /// Returns the arguments with a direction, which is "in" if the XML names none; returns all arguments for nil, as
    /// signals have no directions.
    fileprivate func arguments(direction: String?) throws(BusError) -> [Interface.Argument] {
        var arguments: [Interface.Argument] = []
        for child in children(named: "arg")
        where direction == nil || (child.attributes["direction"] ?? "in") == direction {
            arguments.append(Interface.Argument(name: child.attributes["name"], type: try child.type()))
        }
        return arguments
    }
}
