// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// Reads whether Do Not Disturb is on.
///
/// The state decides about Belfry's own sounds, and is part of `Settings` and `belfry doctor`. No notification is held
/// back during Do Not Disturb, because the server does that itself (research/freedesktop-desktop.md §4).
package struct DoNotDisturb: Sendable {
    /// The state of the desktop's Do Not Disturb switch.
    package struct State: Hashable, Sendable {
        /// Whether Do Not Disturb is on; nil if unknown.
        package var isOn: Bool?
        /// The source of the state; nil for a server whose switch is not known.
        var source: DoNotDisturbSource?
    }

    let connection: Connection
    var environment = ProcessInfo.processInfo.environment

    /// Time in which the program that has the Do Not Disturb switch must answer.
    private static let patience = Duration.seconds(1)

    /// Returns the state of Do Not Disturb on the desktop that has this notification server.
    ///
    /// - Parameters:
    ///   - information: The server's name, vendor, version and specification version.
    ///   - owner: The server's unique name.
    /// - Returns: The state of the switch, and its source.
    func state(of information: [String], owner: String) async -> State {
        guard let source = DoNotDisturbSource(of: information) else { return State() }
        return State(isOn: await isOn(source, owner), source: source)
    }

    private func isOn(_ source: DoNotDisturbSource, _ owner: String) async -> Bool? {
        switch source {
        case .property(let place, let name, let meaning):
            let call = Message.getProperty(name, of: place.interface, at: place.path, in: place.name ?? owner)
            return await answer(to: call).flatMap(meaning.isOn)
        case .method(let place, let name, let arguments, let meaning):
            let call = Message.methodCall(
                destination: place.name ?? owner, path: place.path, interface: place.interface, member: name,
                arguments: arguments.map(Value.string), autoStart: false)
            return await answer(to: call).flatMap(meaning.isOn)
        case .setting(let schema, let key, let on):
            let text = await DesktopQuestion.output(of: ["gsettings", "get", schema, key])
            switch text?.prefix(while: { !$0.isNewline }) {
            case "true": return on
            case "false": return !on
            default: return nil
            }
        case .file(let path, let line):
            let folder = environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "")/.config"
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)"), data.count < 1 << 16 else {
                return nil
            }
            return String(decoding: data, as: UTF8.self).split(separator: "\n").contains {
                $0.filter { !$0.isWhitespace } == line
            }
        }
    }

    private func answer(to call: Message) async -> Value? {
        try? await connection.call(call, timeout: Self.patience).arguments.first
    }
}
