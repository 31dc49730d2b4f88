// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentRules
import DBus
import EventLoop
import NotificationModel
import SettingsEditor
import SettingsFile
import Triggers

/// The person's `config.toml`, for programs that edit it: checks a new text, and lets the agent read the file again.
struct ConfigurationService: Sendable {
    let reader: ConfigurationReader

    /// Checks a text as if it were `config.toml`, and returns the text's values by the full names of the keys.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` naming the line or key; `AccessDenied` for a sandboxed caller.
    func check(_ text: String, for caller: Caller) async throws -> [String: Value] {
        try refuse(caller, "read config.toml")
        do {
            return try await offLoop {
                let value = try SettingsFile.value(of: text)
                _ = try Configuration(checking: value)
                var values: [String: Value] = [:]
                Self.collect(value, [], into: &values)
                return values
            }
        } catch let problem as SettingsProblem {
            throw Refusal(.invalidRequest, problem.text)
        }
    }

    /// Reads `config.toml` and applies its settings.
    ///
    /// - Throws: ``Triggers/Refusal`` `invalidRequest` for a file that can't be used: the former settings stay in force.
    ///   `AccessDenied` for a sandboxed caller.
    func reload(for caller: Caller) async throws {
        try refuse(caller, "make the agent read config.toml again")
        do {
            try await reader.read()
        } catch let error as ConfigurationError {
            throw Refusal(.invalidRequest, "\(error)")
        }
    }

    private func refuse(_ caller: Caller, _ deed: String) throws {
        guard caller.isSandboxed else { return }
        throw BusError.accessDenied("\(caller.app) is sandboxed; sandboxed applications may not \(deed).")
    }

    private static func collect(_ value: SettingsValue, _ parts: [String], into values: inout [String: Value]) {
        if let table = value.table {
            for (name, entry) in table { collect(entry, parts + [name], into: &values) }
            return
        }
        values[SettingsName(parts).description] = plain(value)
    }

    /// Returns a setting as a D-Bus value; every list in the settings is a list of texts.
    private static func plain(_ value: SettingsValue) -> Value {
        if let flag = value.bool { return .boolean(flag) }
        if let number = value.int { return .int64(Int64(number)) }
        if let number = value.double { return .double(number) }
        if let list = value.array { return .strings(list.compactMap(\.string)) }
        return .string(value.string ?? "")
    }
}
