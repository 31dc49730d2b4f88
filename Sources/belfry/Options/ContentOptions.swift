// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus
import FoundationEssentials
import NotificationModel

// Why: the type has many properties, because it has one for each option.
/// Options for the content and appearance of a notification.
struct ContentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The subtitle, a second line; at most 1 KiB.", valueName: "text"))
    var subtitle: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The text, at most 8 KiB; - reads it from the standard input.", valueName: "text"))
    var body: String?

    @Flag(help: "The body contains markup: the tags b, i, u, a and img.")
    var markup = false

    @Option(help: ArgumentHelp("How much the notification may interrupt.", valueName: "level"))
    var level: InterruptionLevel?

    @Option(
        help: ArgumentHelp(
            "A sound of the desktop's sound theme, a file (it is copied), or \"default\".", valueName: "name"))
    var sound: String?

    @Option(help: ArgumentHelp("The number on the application's icon; 0 removes it.", valueName: "number"))
    var badge: Int32?

    @Option(
        help: ArgumentHelp(
            "The title of the action that opens the notification itself; none makes a click dismiss it.",
            valueName: "text"))
    var defaultAction: String?

    @Option(help: ArgumentHelp("The progress of a task, 0 to 100; 100 means done.", valueName: "percent"))
    var progress: Int32?

    @Option(help: ArgumentHelp("Notifications of one thread share a line of a digest.", valueName: "id"))
    var thread: String?

    @Option(help: ArgumentHelp("The rank in a digest, from 0 to 1; the highest comes first.", valueName: "number"))
    var relevance: Double?

    @Option(help: ArgumentHelp("A picture, at most 10 MiB; it is copied. May be repeated.", valueName: "file"))
    var attach: [String] = []

    @Option(
        help: ArgumentHelp("User info, which is delivered with the answer. May be repeated.", valueName: "key=value"))
    var info: [String] = []

    @Option(help: ArgumentHelp("User info as a JSON object; - reads it from the standard input.", valueName: "json"))
    var infoJson: String?

    @Option(help: ArgumentHelp("An icon of the icon theme.", valueName: "name"))
    var icon: String?

    @Option(help: ArgumentHelp("The name shown for the application.", valueName: "name"))
    var appName: String?

    @Option(
        help: ArgumentHelp("The category of the notification specification, such as email.arrived.", valueName: "type"))
    var type: String?

    @Option(
        help: ArgumentHelp(
            "Close the notification after this long, such as 30s; 0s means never.", valueName: "duration"),
        transform: DurationArgument.read)
    var expire: DurationArgument?

    @Flag(help: "Tell the server not to keep a seen notification.")
    var transient = false

    func validate() throws {
        for pair in info where pair.splitAtEqualsSign == nil {
            throw ValidationError("--info: \"\(pair)\" is not key=value.")
        }
        if attach.contains("") { throw ValidationError("--attach needs the name of a file.") }
        if body == "-", infoJson == "-" {
            throw ValidationError(
                "--body - and --info-json - exclude each other: only one can read the standard input.")
        }
    }

    /// True if ``add(to:)`` reads the standard input to its end.
    var readsStandardInput: Bool { body == "-" || infoJson == "-" }

    /// Sets the keys of the given options in a request's dictionary; other keys keep their values.
    ///
    /// - Throws: ``Failure`` if the standard input or `--info-json` can't be read.
    func add(to request: inout [String: Value]) throws {
        let texts = [
            "subtitle": subtitle, "body": body == "-" ? try StandardInput.text(for: "--body") : body,
            "interruptionLevel": level?.rawValue, "sound": sound.map(Self.soundName), "threadIdentifier": thread,
            "icon": icon, "applicationName": appName, "type": type,
        ]
        for (key, text) in texts { if let text { request[key] = .string(text) } }
        if let defaultAction { request["defaultActionTitle"] = .string(defaultAction == "none" ? "" : defaultAction) }
        if let relevance { request["relevanceScore"] = .double(relevance) }
        if let badge { request["badge"] = .int32(badge) }
        if let progress { request["progress"] = .int32(progress) }
        if let expire { request["expireAfter"] = .double(expire.seconds) }
        if markup { request["markup"] = .boolean(true) }
        if transient { request["transient"] = .boolean(true) }
        if !attach.isEmpty {
            request["attachments"] = .dictionaries(attach.map { ["url": .string(Self.absolute($0))] })
        }
        if infoJson != nil || !info.isEmpty { request["userInfo"] = .properties(try userInfo()) }
    }

    private func userInfo() throws -> [String: Value] {
        var values: [String: Value] = [:]
        if let infoJson {
            do {
                values = try JSONText.dictionary(infoJson == "-" ? StandardInput.bytes() : Array(infoJson.utf8))
            } catch let failure as Failure {
                throw Failure(failure.status, "--info-json: \(failure.sentence)")
            }
        }
        for pair in info { if let (key, value) = pair.splitAtEqualsSign { values[key] = .string(value) } }
        return values
    }

    /// Makes a sound file's path absolute. A text without a slash names a sound or a file, which the agent looks up.
    private static func soundName(_ sound: String) -> String { sound.contains("/") ? absolute(sound) : sound }

    /// Makes a path absolute, because the agent has another working directory.
    static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") || path.hasPrefix("file:") { return path }
        return FileManager.default.currentDirectoryPath + "/" + path
    }
}

extension InterruptionLevel: ExpressibleByArgument {
    /// Parses an interruption level; `time-sensitive` is accepted for `timeSensitive`.
    package init?(argument: String) {
        self.init(rawValue: argument == "time-sensitive" ? Self.timeSensitive.rawValue : argument)
    }
}
