// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EventLoop
import FoundationEssentials
import Glibc
import HTTPTransport
import PushProvider
import Synchronization
import WebPush

/// The command `belfry-push send`: encrypts a payload, and posts it to subscriptions.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Encrypt a payload and post it to one or more subscriptions.",
        discussion: """
            Exit status: 0 if all messages were accepted, 1 if a payload, a subscription or a message was refused, 3 if \
            at least one message must be sent again later, 4 if at least one subscription has ended (and none is to be \
            sent again), 64 for a wrong command line.

            belfry-push send --subscription subscription.json --payload payload.json
            """)

    @Option(
        help: ArgumentHelp(
            "The subscription's JSON, or a file with one on each line; - reads the standard input.", valueName: "file"))
    var subscription: String

    @Option(help: ArgumentHelp("The payload's JSON; - reads the standard input.", valueName: "file"))
    var payload: String

    @Option(help: ArgumentHelp("The provider's key, made by vapid-keygen.", valueName: "file"))
    var vapid: String?

    @OptionGroup(title: "Delivery") var delivery: DeliveryOptions
    @OptionGroup(title: "Push server") var server: ServerOptions

    @Flag(help: "Check and encrypt, but send nothing.")
    var dryRun = false

    @Flag(help: "Print a line of JSON for each subscription.")
    var json = false

    func validate() throws {
        if subscription == "-", payload == "-" {
            throw ValidationError("--subscription and --payload can't both be the standard input.")
        }
    }

    func run() async throws {
        let (subscriptions, message, key) = try prepared()
        for remark in message.remarks { Output.say("no effect: \(remark)") }
        guard !dryRun else { return try rehearse(message, to: subscriptions, key) }
        let transport = try HTTPTransport(
            on: .main, userAgent: "belfry-push/\(Output.version)", connectionsPerHost: server.jobs)
        let progress = ProgressBar(of: subscriptions.count)
        let results = Mutex<[SendResult]>([])
        let sender = MessageSender(transport, jobs: server.jobs) { index, result in
            progress.hide()
            report(subscriptions[index], result)
            progress.show(
                results.withLock { results in
                    results.append(result)
                    return results.count
                })
        }
        try await sender.send(subscriptions.count) { try request(message, to: subscriptions[$0].subscription, key) }
        progress.hide()
        let status = SendResult.exitStatus(of: results.withLock { $0 })
        if status != 0 { throw ExitCode(status) }
    }

    /// Makes the HTTP request for each receiver, but sends none; a forbidden address is refused as in a real send.
    private func rehearse(_ message: ProviderMessage, to receivers: [Receiver], _ key: ProviderKey?) throws {
        var results: [SendResult] = []
        for receiver in receivers {
            let request = try request(message, to: receiver.subscription, key)
            let refusal = HTTPTransport.refusal(of: request).map { SendResult($0) }
            report(receiver, refusal)
            if let refusal { results.append(refusal) }
        }
        let status = SendResult.exitStatus(of: results)
        if status != 0 { throw ExitCode(status) }
    }

    /// A subscription with the number of its line in the subscriptions file, from 1.
    private struct Receiver {
        let line: Int
        let subscription: PushSubscription
    }

    /// Reads and checks the subscriptions, the payload and the key before any message is sent.
    private func prepared() throws -> ([Receiver], ProviderMessage, ProviderKey?) {
        do {
            let key = try vapid.map { try ProviderKey(json: try Output.contents(of: $0)) }
            let message = try ProviderMessage(try Output.contents(of: payload), delivery.delivery, at: Date())
            return (try subscriptions(), message, key)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(sentence: "\(error)")
        }
    }

    private func subscriptions() throws -> [Receiver] {
        let data = try Output.contents(of: subscription)
        // One subscription may be written over several lines.
        if let one = try? PushSubscription(json: data) { return [Receiver(line: 1, subscription: one)] }
        // Blank lines count, so that a line has the same number as in an editor.
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        let receivers = try lines.compactMap { number, line -> Receiver? in
            guard line.contains(where: { !" \r\t".utf8.contains($0) }) else { return nil }
            do {
                return Receiver(line: number + 1, subscription: try PushSubscription(json: Data(line)))
            } catch {
                throw Failure(sentence: "\(subscription), line \(number + 1): \(error)")
            }
        }
        guard !receivers.isEmpty else { throw Failure(sentence: "\(subscription) has no subscription") }
        return receivers
    }

    private func request(
        _ message: ProviderMessage, to subscription: PushSubscription, _ key: ProviderKey?
    ) throws -> HTTPRequest {
        do {
            var request = try message.request(to: subscription, signedBy: key, at: Date())
            request.plaintext = server.insecureHttp ? .always : .toLoopback
            request.refusesPrivateAddresses = server.publicOnly
            request.certificateAuthority = server.ca
            return request
        } catch {
            throw Failure(sentence: "\(error)")
        }
    }

    /// Prints a line about the message to a receiver; `result` is nil if the message was not sent.
    private func report(_ receiver: Receiver, _ result: SendResult?) {
        let (line, endpoint) = (receiver.line, receiver.subscription.endpoint)
        guard json else {
            let words = result.map { [$0.name, $0.status.map { "(\($0))" }].compactMap(\.self).joined(separator: " ") }
            let reason = result?.reason.map { ": \($0)" } ?? ""
            // The path of an endpoint is a secret of the subscription.
            return Output.print("\(line)  \(endpoint.host() ?? "")  \(words ?? "not sent")\(reason)")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let row = Row(
            line: line, endpoint: endpoint.absoluteString, result: result?.name ?? "notSent", status: result?.status,
            message: result?.reason)
        // A row of texts and numbers can always be encoded as JSON.
        Output.print(String(decoding: (try? encoder.encode(row)) ?? Data(), as: UTF8.self))
    }

    private struct Row: Encodable {
        let line: Int
        let endpoint: String
        let result: String
        let status: Int?
        let message: String?
    }
}

/// A line at the bottom of a terminal that shows how many messages were sent.
struct ProgressBar {
    private let total: Int
    private let isWanted: Bool

    init(of total: Int) {
        self.total = total
        isWanted = total > 1 && isatty(STDERR_FILENO) != 0
    }

    func show(_ count: Int) {
        guard isWanted else { return }
        let filled = count * 30 / max(total, 1)
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 30 - filled)
        Output.write("\r[\(bar)] \(count) of \(total)", to: STDERR_FILENO)
    }

    /// Clears the progress line.
    func hide() { if isWanted { Output.write("\r\u{1B}[K", to: STDERR_FILENO) } }
}
