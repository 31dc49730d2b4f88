// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The public declarations of a module, as the compiler's symbol graph has them.
struct SymbolGraph {
    /// The declarations, by the names of their types and their own: `UIApplication.State`.
    private(set) var declarations: [String: [String]] = [:]
    /// The names of the superclasses and protocols of each type.
    private(set) var ancestors: [String: Set<String>] = [:]

    private struct File: Decodable {
        struct Fragment: Decodable { let spelling: String }
        struct Identifier: Decodable { let precise: String }
        struct Symbol: Decodable {
            let identifier: Identifier
            let pathComponents: [String]
            let declarationFragments: [Fragment]
        }
        struct Relationship: Decodable {
            let kind: String
            let source: String
            let target: String
            let targetFallback: String?
        }
        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    init(_ data: Data) throws {
        let file = try JSONDecoder().decode(File.self, from: data)
        var names: [String: String] = [:]
        for symbol in file.symbols {
            let path = symbol.pathComponents.joined(separator: ".")
            names[symbol.identifier.precise] = path
            let text = symbol.declarationFragments.map(\.spelling).joined()
            declarations[path.prefix(while: { $0 != "(" }).description, default: []].append(Self.normalised(text))
        }
        for relation in file.relationships where ["inheritsFrom", "conformsTo"].contains(relation.kind) {
            guard let source = names[relation.source] else { continue }
            let target = names[relation.target] ?? relation.targetFallback ?? relation.target
            ancestors[source, default: []].insert(target.split(separator: ".").last.map(String.init) ?? target)
        }
    }

    /// Removes the parts that Apple's declaration and this module's may differ in: attributes, access, isolation and
    /// default arguments.
    static func normalised(_ declaration: String) -> String {
        var text = declaration
        for word in [
            "@MainActor", "@preconcurrency", "@NSCopying", "@discardableResult", "@unchecked", "nonisolated",
            "unowned(unsafe)", "weak", "open", "public", "convenience", "required", "override", "optional", "final",
        ] {
            text = text.replacingOccurrences(
                of: #"(^|\s)\#(NSRegularExpression.escapedPattern(for: word))(?=\s)"#, with: " ",
                options: .regularExpression)
        }
        text = text.replacing("{ get set }", with: "").replacing(" = nil", with: "").replacing(" = [:]", with: "")
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(" :", with: ":")
    }
}
