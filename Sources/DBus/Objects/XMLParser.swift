// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Parser of introspection XML: elements and their attributes.
///
/// Entities are not expanded, because no valid name or type contains one.
///
/// Foundation's parser would add libxml2 to every program that sends a message. GLib's GMarkup refuses a document whose
/// documentation contains an unknown entity (`&unknown;`), and doesn't return the bytes of an element.
struct XMLParser {
    private let bytes: [UInt8]
    private var position = 0

    /// Returns the root element of a document.
    ///
    /// - Throws: ``BusError`` (`InvalidArgs`) with the byte position of the mistake.
    static func parse(_ text: String) throws(BusError) -> XMLElement {
        var parser = XMLParser(bytes: Array(text.utf8))
        try parser.skipToElement()
        guard let root = try parser.element(depth: 0) else { throw parser.failure("no element") }
        return root
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func failure(_ what: String) -> BusError {
        .invalidArguments("The XML is wrong at byte \(position): \(what).")
    }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func skip(past text: StaticString) throws(BusError) {
        while position < bytes.count {
            if isAt(text) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw failure("\(text) is missing")
    }

    /// Skips text, comments and declarations, up to the `<` of an element or the document's end.
    private mutating func skipToElement() throws(BusError) {
        while position < bytes.count {
            if isAt("<!--") {
                try skip(past: "-->")
            } else if isAt("<?") {
                try skip(past: "?>")
            } else if isAt("<!") {
                try skip(past: ">")
            } else if bytes[position] == UInt8(ascii: "<") {
                return
            } else {
                position += 1
            }
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }

    private mutating func word() -> String {
        let start = position
        let ends: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<")]
        while position < bytes.count, bytes[position] > UInt8(ascii: " "), !ends.contains(bytes[position]) {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Parses the element at the current position; nil at the end of the document.
    private mutating func element(depth: Int) throws(BusError) -> XMLElement? {
        guard position < bytes.count else { return nil }
        guard depth < 32 else { throw failure("elements are nested too deeply") }
        let start = position
        position += 1
        let name = word()
        guard !name.isEmpty else { throw failure("an element has no name") }
        var element = XMLElement(name: name, attributes: try attributes())
        if isAt("/>") {
            position += 2
        } else {
            position += 1
            try readChildren(of: &element, depth: depth)
        }
        element.source = String(decoding: bytes[start..<position], as: UTF8.self)
        return element
    }

    /// Parses the content of an element, up to and including its end tag.
    private mutating func readChildren(of element: inout XMLElement, depth: Int) throws(BusError) {
        while true {
            try skipToElement()
            guard position < bytes.count else { throw failure("<\(element.name)> does not end") }
            if isAt("</") {
                position += 2
                let end = word()
                skipSpace()
                guard end == element.name, isAt(">") else { throw failure("</\(end)> ends <\(element.name)>") }
                position += 1
                return
            }
            if let child = try self.element(depth: depth + 1) { element.children.append(child) }
        }
    }

    /// Parses the attributes of a tag, up to `>` or `/>`.
    private mutating func attributes() throws(BusError) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard position < bytes.count else { throw failure("a tag does not end") }
            if isAt(">") || isAt("/>") { return attributes }
            let name = word()
            skipSpace()
            guard !name.isEmpty, isAt("=") else { throw failure("an attribute has no value") }
            position += 1
            skipSpace()
            guard position < bytes.count, isAt("\"") || isAt("'") else { throw failure("an attribute has no quotes") }
            let quote = bytes[position]
            guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
                throw failure("the quotes of an attribute do not end")
            }
            attributes[name] = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
            position = end + 1
        }
    }
}

/// An element of an introspection document; text between elements is dropped.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    var children: [XMLElement] = []
    /// The element's text, from `<` to `>`.
    var source = ""

    func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
