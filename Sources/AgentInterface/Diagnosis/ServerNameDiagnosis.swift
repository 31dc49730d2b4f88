// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// Checks of the notification server by its bus name, for the agent, and for `belfry doctor` if no agent runs.
package enum ServerNameDiagnosis {
    package static let name = "org.freedesktop.Notifications"

    /// Timeout for the server's reply to `GetServerInformation`.
    private static let patience = Duration.seconds(2)

    /// Finds the owner of the notification server's bus name, or the program that the bus would start.
    ///
    /// - Returns: The finding, which is a problem if the name has no owner and the bus can't start a server.
    /// - Throws: ``DBus/BusError`` if the bus doesn't reply.
    package static func owner(
        on connection: Connection, _ folders: SessionFolders, known: NameOwner? = nil
    ) async throws -> Finding {
        var owner = known
        if owner == nil { owner = try await NameOwner(of: name, on: connection) }
        if let owner { return Finding("server.owner", owner.text) }
        let file = folders.activationFile(of: name)
        guard try await connection.activatableNames().contains(name) else {
            return Finding(
                "server.owner", .problem, "no program owns \(name), and the bus has none that it could start",
                advice:
                    "Start your desktop's notification server, or \"belfry desktop\" in a terminal; the agent keeps due notifications "
                    + "until a server starts.")
        }
        let program = file?.value("D-BUS Service", "Exec").flatMap(KeyFile.program)
        if let file, let program, !KeyFile.canRun(program) {
            return Finding(
                "server.owner", .problem, "no server runs; \(file.path) starts \(program), which does not exist",
                advice: "Reinstall the notification server that this file starts, or remove the file.")
        }
        let means = file.map { "\($0.path)" + (program.map { " starts \($0)" } ?? "") } ?? "the bus can start one"
        return Finding("server.owner", .note, "no server runs yet; \(means) when a notification is due")
    }

    /// Asks the current server for its name and version, and returns them as a finding; nil if no server runs.
    ///
    /// - Throws: ``DBus/BusError`` if the bus doesn't reply.
    package static func introduction(on connection: Connection) async throws -> Finding? {
        guard try await connection.owner(of: name) != nil else { return nil }
        let call = Message.methodCall(
            destination: name, path: "/org/freedesktop/Notifications", interface: name, member: "GetServerInformation",
            arguments: [], autoStart: false)
        do {
            return introduction(try await connection.call(call, timeout: patience).arguments.compactMap(\.string))
        } catch {
            return silence
        }
    }

    /// Describes a server by the words of its reply: name, vendor, version and version of the specification.
    package static func introduction(_ words: [String]) -> Finding {
        guard let first = words.first, !first.isEmpty else { return silence }
        func word(_ index: Int, _ form: (String) -> String) -> String {
            words.indices.contains(index) && !words[index].isEmpty ? form(words[index]) : ""
        }
        let text = first + word(2) { " \($0)" } + word(1) { " of \($0)" } + word(3) { ", specification \($0)" }
        return Finding("server.name", text)
    }

    private static let silence = Finding(
        "server.name", .problem, "the notification server does not return its name",
        advice: "Restart the notification server: a server that doesn't reply shows nothing.")
}
