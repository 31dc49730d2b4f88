// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AppKitNotifications
import Foundation
import TestSupport
import Testing
import UIKitNotifications

/// The declarations of `legacy-api.tsv`, compared with the symbol graphs of the modules.
@Suite struct LegacySymbolTests {
    private let api: APITable
    private let leftOut: APITable

    init() throws {
        api = try APITable("legacy-api.tsv", spelling: 1)
        leftOut = try APITable("legacy-left-out.tsv", spelling: 1)
    }

    @Test func `every declaration of the older APIs exists with its type, or is left out for a reason`() async throws {
        let folder = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folder.path)
        let uikit = try SymbolGraph(await compiler.symbols(of: "UIKitNotifications"))
        let appkit = try SymbolGraph(await compiler.symbols(of: "AppKitNotifications"))
        let left = Set(leftOut.rows.map(\.key))

        #expect(api.rows.count == 177)
        for row in api.rows where !left.contains(row.key) {
            let graph = row.type.hasPrefix("NS") || row.spelling.contains("NSUser") ? appkit : uikit
            #expect(Self.lacks(row, in: graph) == nil, "\(row)")
        }
        let rows = Set(api.rows.map(\.key))
        for row in leftOut.rows { #expect(rows.contains(row.key), "\(row) is not in the table") }
    }

    /// Returns the difference between a row and the module; nil if there is none.
    private static func lacks(_ row: APITable.Row, in graph: SymbolGraph) -> String? {
        let wanted = SymbolGraph.normalised(row.spelling)
        let type = row.type.replacing(" (notifications)", with: "").replacing("extension ", with: "")
        if let match = wanted.firstMatch(of: /^(class|protocol|struct|enum) (\w+) ?: ([^{]+)(\{.*\})?$/) {
            let own = graph.declarations[type] ?? []
            guard own.contains(where: { $0.hasPrefix("\(match.output.1) \(match.output.2)") }) else {
                return "there is no such type"
            }
            let known = graph.ancestors[type] ?? []
            for ancestor in match.output.3.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
            where !known.contains(ancestor) && !["Int", "UInt", "Sendable", "NSObjectProtocol"].contains(ancestor) {
                return "it lacks \(ancestor), and has \(known)"
            }
            for member in (match.output.4 ?? "").matches(of: /(?:case|let|var|,)\s+`?(\w+)`?/) {
                guard graph.declarations["\(type).\(member.output.1)"] != nil else {
                    return "it lacks \(member.output.1)"
                }
            }
            return nil
        }
        guard let name = wanted.firstMatch(of: /(?:func|let|var) `?(\w+)|\b(init)\b/) else { return "it can't be read" }
        let member = String(name.output.1 ?? name.output.2 ?? "")
        let path = type == "global" ? member : "\(type).\(member)"
        let own = graph.declarations[path] ?? []
        // Swift has no stored class properties.
        if wanted.hasPrefix("class let ") {
            let computed = wanted.replacing("class let ", with: "class var ") + " { get }"
            return own.contains(computed) ? nil : "\(computed) is not in \(own)"
        }
        return own.contains(wanted) ? nil : "\(wanted) is not in \(own)"
    }

    @Test func `raw values and constants are Apple's`() {
        #expect([UIApplication.State.active, .inactive, .background].map(\.rawValue) == [0, 1, 2])
        #expect([UIUserNotificationType.badge, .sound, .alert].map(\.rawValue) == [1, 2, 4])
        #expect([UIUserNotificationActionBehavior.default, .textInput].map(\.rawValue) == [0, 1])
        #expect([UIUserNotificationActivationMode.foreground, .background].map(\.rawValue) == [0, 1])
        #expect([UIUserNotificationActionContext.default, .minimal].map(\.rawValue) == [0, 1])
        #expect([UIBackgroundFetchResult.newData, .noData, .failed].map(\.rawValue) == [0, 1, 2])
        let types: [NSUserNotification.ActivationType] = [
            .none, .contentsClicked, .actionButtonClicked, .replied, .additionalActionClicked,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(
            UIApplication.LaunchOptionsKey.localNotification.rawValue
                == "UIApplicationLaunchOptionsLocalNotificationKey")
        #expect(NSApplication.launchUserNotificationUserInfoKey == "NSApplicationLaunchUserNotificationKey")
    }
}
