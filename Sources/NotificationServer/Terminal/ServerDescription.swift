// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus
import FoundationEssentials

/// Description of the notification server on a bus.
package enum ServerDescription {
    /// Returns a text such as "dunst 1.9.0 (process 4711)", as complete as possible.
    package static func ofOwner(of name: String, on connection: Connection) async -> String {
        let owner: String? = (try? await connection.owner(of: name)) ?? nil
        guard let owner else { return "Another program" }
        var words = await information(of: owner, on: connection) ?? ""
        if let processID = (try? await connection.credentials(of: owner))?.processID {
            if words.isEmpty { words = commandName(of: Int(processID)) ?? "" }
            words += " (process \(processID))"
        }
        return SafeText.line(words.isEmpty ? owner : words)
    }

    private static func information(of owner: String, on connection: Connection) async -> String? {
        let question = Message.methodCall(
            destination: owner, path: NotificationServer.path, interface: NotificationServer.interfaceName,
            member: "GetServerInformation", arguments: [], autoStart: false)
        guard let answer = try? await connection.call(question, timeout: .seconds(1)),
            let name = answer.arguments.first?.string
        else { return nil }
        let version = answer.arguments.count > 2 ? answer.arguments[2].string : nil
        return [name, version ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func commandName(of processID: Int) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/comm")) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
