// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

extension AgentProxy {
    /// How long a million requests may take to be written or read.
    private static let patience = Duration.seconds(3600)

    /// Has the agent write all of the application's, or of everybody's, into a file.
    ///
    /// - Parameter file: Open for writing; no pipe.
    /// - Returns: The contract's counts.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func export(to file: FileDescriptorHandle) async throws -> [String: Value] {
        try await transfer(.export, [.string(app), .fileDescriptor(file)])
    }

    /// Has the agent take in what was exported, all of it or nothing.
    ///
    /// - Parameters:
    ///   - file: Open for reading, where it begins; no pipe.
    ///   - options: The contract's options.
    /// - Returns: The contract's counts.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func takeIn(
        _ file: FileDescriptorHandle, options: [String: Value] = [:]
    ) async throws -> [String: Value] {
        try await transfer(.takeIn, [.string(app), .fileDescriptor(file), .properties(options)])
    }

    private func transfer(_ method: AgentMethod, _ arguments: [Value]) async throws -> [String: Value] {
        let message = Message.methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface,
            member: method.rawValue, arguments: arguments)
        do {
            return try await connection.call(message, timeout: Self.patience).arguments.first?.properties ?? [:]
        } catch let error as BusError {
            throw Refusal(error) ?? error
        }
    }
}
