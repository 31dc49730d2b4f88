// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import Triggers

extension AgentProxy {
    /// Timeout that is enough to export or import a million requests.
    private static let patience = Duration.seconds(3600)

    /// Lets the agent export the requests of the application, or of all, into a file.
    ///
    /// - Parameter file: A file open for writing, not a pipe.
    /// - Returns: The counts defined by the D-Bus interface.
    /// - Throws: ``NotificationModel/Refusal``, ``DBus/BusError``.
    package func export(to file: FileDescriptorHandle) async throws -> [String: Value] {
        try await transfer(.export, [.string(app), .fileDescriptor(file)])
    }

    /// Lets the agent import an exported file, entirely or not at all.
    ///
    /// - Parameters:
    ///   - file: A file open for reading at its beginning, not a pipe.
    ///   - options: The options of the D-Bus interface.
    /// - Returns: The counts defined by the D-Bus interface.
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
