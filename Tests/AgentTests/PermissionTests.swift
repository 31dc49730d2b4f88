// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentRules
import FoundationEssentials
import NotificationModel
import Testing

/// The table of `Differences.md`: requested options, settings, and the resulting permission.
@Suite struct PermissionTests {
    /// The rows of the table, each as its cells.
    private static let rows: [[String]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/UserNotifications/UserNotifications.docc/Differences.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").drop { !$0.hasPrefix("| Asked |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }.map { line in
                line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                    $0.filter { $0 != "`" }.trimming(" ")
                }
            }
    }()

    /// The requests of a row, one set of options each; none for "never".
    private static func requests(_ cell: String) -> [Set<AuthorizationOption>] {
        guard cell != "never" else { return [] }
        return cell.split(separator: "]").compactMap { $0.split(separator: "[", omittingEmptySubsequences: false).last }
            .map {
                Set($0.split(separator: ",").compactMap { AuthorizationOption(rawValue: String($0).trimming(" ")) })
            }
    }

    private func configuration(_ line: String) throws -> Configuration {
        let file = FileManager.default.temporaryDirectory.appending(path: "belfry-permission-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("[applications.tea]\n\(line)\n".utf8).write(to: file)
        return try Configuration(contentsOf: file.path)
    }

    @Test(arguments: rows) func `L2: each row of the documented table is what the agent does`(_ row: [String]) throws {
        try #require(row.count == 8)
        var asked: Authorization?
        let requests = Self.requests(row[0])
        for options in requests {
            var next = asked ?? Authorization()
            next.ask(options)
            asked = next
        }

        let permission = try configuration(row[1]).permission(of: "tea", asked: asked)

        #expect(permission.status.rawValue == row[2])
        #expect(permission.settings.alert.rawValue == row[3])
        #expect(permission.settings.sound.rawValue == row[4])
        #expect(permission.settings.badge.rawValue == row[5])
        #expect(requests.last.map { "\(permission.grants($0))" } ?? "" == row[6])
        #expect(
            (permission.presentation.isEmpty ? "nothing" : permission.presentation.joined(separator: ", ")) == row[7])
        // The presentation that Settings reports is the one that is used.
        #expect(permission.presentation.contains("banner") == permission.alert)
        #expect(permission.settings.lockScreen == permission.settings.alert)
        #expect(
            permission.status == .notDetermined || requests.isEmpty || requests == [[]]
                ? true : permission.settings.notificationCenter == (permission.status == .denied ? .disabled : .enabled)
        )
    }

    @Test func `L2: the document has the table`() { #expect(Self.rows.count > 20) }

    /// Requested options, a line of `config.toml`, the resulting setting, and whether a critical notification stays
    /// critical.
    @Test(
        arguments: [
            ([], "", Permission.Setting.notSupported, true), ([], "critical = false", .notSupported, false),
            ([.alert], "", .notSupported, false), ([.alert], "critical = true", .notSupported, false),
            ([.alert, .criticalAlert], "", .disabled, false),
            ([.alert, .criticalAlert], "critical = true", .enabled, true),
            ([.alert, .criticalAlert], "critical = false", .disabled, false),
            ([.criticalAlert, .provisional], "critical = true", .disabled, false),
            ([.alert, .criticalAlert], "critical = true\nnotifications = false", .disabled, false),
        ] as [(Set<AuthorizationOption>, String, Permission.Setting, Bool)])
    func `L2: critical alerts need the request and the setting`(
        _ options: Set<AuthorizationOption>, _ line: String, _ setting: Permission.Setting, _ isCritical: Bool
    ) throws {
        var asked = Authorization()
        asked.ask(options)
        let permission = try configuration(line).permission(of: "tea", asked: asked)
        #expect(permission.settings.criticalAlert == setting)
        #expect(permission.levels.critical == isCritical)
    }

    @Test func `L2: 21: an application's own settings are recorded whenever it requests them`() throws {
        var asked = Authorization()
        #expect(try !configuration("").permission(of: "tea", asked: asked).settings.providesAppNotificationSettings)
        asked.ask([.alert])
        asked.ask([.alert, .providesAppNotificationSettings])
        #expect(try configuration("").permission(of: "tea", asked: asked).settings.providesAppNotificationSettings)
    }
}

extension String {
    fileprivate func trimming(_ character: Character) -> String {
        String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
    }
}
