// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop
import FoundationEssentials
import Glibc
import NotificationModel
import PushProvider
import RemotePayload
import WebPush

/// The command `belfry-push`: the provider's side of remote notifications.
@main
struct BelfryPush: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "belfry-push", abstract: "Send remote notifications to Belfry, or to any Web Push subscription.",
        version: Output.version, subcommands: [Send.self, Check.self, KeyGeneration.self])

    static func main() {
        Task(executorPreference: EventLoop.main) {
            do {
                var command = try parseAsRoot()
                if var waiting = command as? any AsyncParsableCommand {
                    try await waiting.run()
                } else {
                    try command.run()
                }
                Glibc.exit(0)
            } catch let code as ExitCode {
                Glibc.exit(code.rawValue)
            } catch let failure as Failure {
                Output.say(failure.sentence)
                Glibc.exit(1)
            } catch {
                let code = exitCode(for: error)
                let text = fullMessage(for: error)
                code.isSuccess ? Output.print(text) : Output.write(text + "\n", to: STDERR_FILENO)
                Glibc.exit(code.isSuccess ? 0 : 64)
            }
        }
        EventLoop.main.run()
    }
}

/// An error that stops the command before it sends a message, with exit status 1.
struct Failure: Error {
    let sentence: String
}

/// Writes data to standard output, and messages to standard error.
enum Output {
    /// The program's version, as in `CHANGELOG.md`.
    static let version = "0.1.0"

    static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    static func say(_ sentence: String) { write("belfry-push: \(sentence)\n", to: STDERR_FILENO) }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { Glibc.exit(74) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads a file, or the standard input for "-".
    ///
    /// - Throws: ``Failure`` that names the file.
    static func contents(of path: String) throws(Failure) -> Data {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        defer { if file > STDERR_FILENO { close(file) } }
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 65_536))
        while file >= 0 {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { return data }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            data.append(contentsOf: buffer[..<count])
        }
        throw Failure(sentence: "\(path) can't be read: \(String(cString: strerror(errno)))")
    }
}

/// The command `belfry-push check`: tells the effect of a payload.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say which notification a payload becomes, and which keys have no effect.",
        discussion: "The exit status is 1 if the payload would be refused.")

    @Argument(help: "The file with the payload's JSON; - reads the standard input.")
    var payload: String

    func run() throws {
        let payload: RemotePayload
        do {
            payload = try RemotePayload(try Output.contents(of: self.payload))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(sentence: "\(error)")
        }
        let content = payload.content
        for (name, text) in [("title", content.title), ("subtitle", content.subtitle), ("body", content.body)]
        where !text.isEmpty { Output.print("\(name): \(text.filter { !$0.isNewline })") }
        if let badge = content.badge { Output.print("badge: \(badge)") }
        if let sound = content.sound { Output.print("sound: \(sound.name ?? "default")") }
        if !content.categoryIdentifier.isEmpty { Output.print("category: \(content.categoryIdentifier)") }
        if payload.needsTranslation { Output.print("texts are looked up in the application's translations") }
        if payload.isMutable, payload.isPresentable {
            Output.print("the application's service extension may rewrite the notification")
        }
        if payload.isContentAvailable { Output.print("the application is woken") }
        if !payload.isPresentable { Output.print("nothing is shown") }
        for remark in payload.remarks { Output.print("no effect: \(remark)") }
    }
}

/// The command `belfry-push vapid-keygen`: makes a provider's key.
struct KeyGeneration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vapid-keygen", abstract: "Make a provider's key, and print its public part.",
        discussion: "An application registers with the public key: belfry push register --vapid KEY.")

    @Argument(help: "The file for the key; an existing file is not replaced.")
    var file: String

    @Option(help: ArgumentHelp("A mailto: or https: address of the provider.", valueName: "address"))
    var subject: String?

    func validate() throws {
        if let subject, !subject.hasPrefix("mailto:"), !subject.hasPrefix("https:") {
            throw ValidationError("--subject is \"\(subject)\"; it must begin with mailto: or https:")
        }
    }

    func run() throws {
        let key: ProviderKey
        do { key = try ProviderKey(subject: subject) } catch { throw Failure(sentence: "\(error)") }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(sentence: "\(file) can't be written: \(String(cString: strerror(errno)))")
        }
        Output.write(String(decoding: key.json, as: UTF8.self) + "\n", to: descriptor)
        close(descriptor)
        Output.print(key.privateKey.publicKey.text)
    }
}
