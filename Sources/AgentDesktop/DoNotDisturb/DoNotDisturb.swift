// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import FoundationEssentials

/// Reads whether the desktop is not to disturb the person.
///
/// For sounds of our own, for `Settings` and for `belfry doctor`: nothing is held back for it, as the server knows it
/// itself (research/freedesktop-desktop.md §4).
package struct DoNotDisturb: Sendable {
    /// What was found out.
    package struct State: Hashable, Sendable {
        /// Nil where it can't be known.
        package var isOn: Bool?
        /// Where it was read; nil for a server whose switch is not known.
        var source: DoNotDisturbSource?
    }

    let connection: Connection
    var environment = ProcessInfo.processInfo.environment

    /// How long a program may take to say it.
    private static let patience = Duration.seconds(1)

    /// The state of the desktop whose server this is.
    ///
    /// - Parameters:
    ///   - information: Name, vendor, version and specification, as the server says itself.
    ///   - owner: The server's unique name.
    /// - Returns: What its switch says, and where that is.
    func state(of information: [String], owner: String) async -> State {
        guard let source = DoNotDisturbSource(of: information) else { return State() }
        return State(isOn: await isOn(source, owner), source: source)
    }

    private func isOn(_ source: DoNotDisturbSource, _ owner: String) async -> Bool? {
        switch source {
        case .property(let place, let name, let meaning):
            let call = message(
                place, owner, interface: "org.freedesktop.DBus.Properties", "Get",
                [.string(place.interface), .string(name)])
            return await answer(to: call).flatMap(meaning.isOn)
        case .method(let place, let name, let arguments, let meaning):
            let call = message(place, owner, interface: place.interface, name, arguments.map(Value.string))
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

    private func message(
        _ place: DoNotDisturbSource.Place, _ owner: String, interface: String, _ member: String, _ arguments: [Value]
    ) -> Message {
        .methodCall(
            destination: place.name ?? owner, path: place.path, interface: interface, member: member,
            arguments: arguments, autoStart: false)
    }

    private func answer(to call: Message) async -> Value? {
        try? await connection.call(call, timeout: Self.patience).arguments.first
    }
}
