// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import WebPush

/// Compares `belfry-push`, which encrypts each message for another subscription, with `wrk`, which posts the same body
/// again and again to the same channels.
///
/// They alternate on one push server, whose memory is new in each round. wrk need not encrypt, so a third figure is
/// calculated: its rate if each message also took the processor's time of its encryption. All processors are busy with
/// wrk and nginx.
struct PushSending {
    private let effort: Effort

    init(_ effort: Effort) { self.effort = effort }

    /// Seconds for which wrk posts; it takes whole ones.
    private static let seconds = 1

    func measure() async throws -> [TableRow] {
        guard access("/usr/bin/wrk", X_OK) == 0 else {
            return [TableRow("sending is not compared: wrk is missing (packaging/install-packages bench)", "")]
        }
        var (ours, theirs, encrypting, single) = (Samples(), Samples(), Samples(), Samples())
        for round in 0..<effort.pushRounds {
            try await withMeasuredNchan { server in
                let folder = try TemporaryFolder.make()
                defer { try? TemporaryFolder.delete(folder) }
                let encryption = try prepare(in: folder, server)
                // The channels must be there, as they are when applications have registered.
                _ = try send(in: folder)
                for turn in 0..<2 {
                    if (round + turn) % 2 == 0 {
                        ours.add(try send(in: folder))
                    } else {
                        let rate = try post(in: folder, server, script: "all.lua")
                        theirs.add(rate)
                        encrypting.add(1 / (1 / rate + encryption / Double(Machine.processors)))
                    }
                }
                single.add(try post(in: folder, server, script: "one.lua"))
            }
        }
        return [
            TableRow(
                "belfry-push send, \(effort.messages) messages", ours.median,
                against: "wrk, one body to the same channels", theirs.median, aim: "0.50x or more",
                format: TableRow.rate),
            TableRow(
                "belfry-push send, \(effort.messages) messages", ours.median,
                against: "the same, with the time of encryption", encrypting.median, format: TableRow.rate),
            TableRow(
                "belfry-push send, \(effort.messages) messages", ours.median, against: "wrk, one body to one channel",
                single.median, format: TableRow.rate),
        ]
    }

    /// Writes the subscriptions, the payload, and two scripts for wrk; returns the seconds of encrypting a message.
    private func prepare(in folder: String, _ server: NchanServer) throws -> Double {
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let payload = SamplePushes.payload(title: "Call Ann")
        var (subscriptions, channels, size, seconds) = ("", "", 0, 0.0)
        for _ in 0..<effort.messages {
            let key = try PrivateKey.random()
            let (channel, secret) = (Base64URL.encode(Self.random(32)), Self.random(16))
            guard let endpoint = URL(string: server.publish + channel) else { throw MeasurementError("no endpoint") }
            let subscription = PushSubscription(endpoint: endpoint, publicKey: key.publicKey, secret: secret)
            seconds += try Stopwatch.time {
                size = try WebPushMessage.encrypt(Array(payload.utf8), for: key.publicKey, secret: secret).count
            }
            subscriptions += String(decoding: subscription.json, as: UTF8.self) + "\n"
            channels += channel + "\n"
        }
        try write("subscriptions", subscriptions)
        try write("payload", payload)
        try write("channels", channels)
        for (name, limit) in [("all.lua", effort.messages), ("one.lua", 1)] {
            try write(
                name,
                """
                local requests, number = {}, 0
                init = function()
                    local headers = {["Content-Type"] = "application/octet-stream"}
                    for channel in io.lines("\(folder)/channels") do
                        if #requests == \(limit) then break end
                        table.insert(requests, wrk.format("POST", "/p/" .. channel, headers, string.rep("x", \(size))))
                    end
                end
                request = function()
                    number = number % #requests + 1
                    return requests[number]
                end
                """)
        }
        return seconds / Double(effort.messages)
    }

    private static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

    /// Returns the number of messages in a second of the whole process.
    private func send(in folder: String) throws -> Double {
        let command = [
            Programs.belfryPush, "send", "--subscription", "\(folder)/subscriptions", "--payload", "\(folder)/payload",
        ]
        var end: (status: Int32, output: String) = (0, "")
        let seconds = try Stopwatch.time { end = try ChildProcess(command).wait(seconds: 120) }
        let accepted = end.output.split(separator: "\n").count { $0.contains("  accepted (20") }
        guard end.status == 0, accepted == effort.messages else {
            throw MeasurementError("belfry-push ended with \(end.status); \(accepted) messages were accepted")
        }
        return Double(effort.messages) / seconds
    }

    /// Returns the number of posts in a second that wrk reaches.
    private func post(in folder: String, _ server: NchanServer, script: String) throws -> Double {
        let command = [
            "wrk", "--threads", "2", "--connections", "16", "--duration", "\(Self.seconds)s", "--script",
            "\(folder)/\(script)", "http://127.0.0.1:\(server.port)",
        ]
        let end = try ChildProcess(command).wait(seconds: 30)
        let lines = end.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let complaint = lines.first { $0.hasPrefix("Non-2xx") || $0.hasPrefix("Socket errors") }
        let key = "Requests/sec:"
        guard end.status == 0, complaint == nil, let line = lines.first(where: { $0.hasPrefix(key) }),
            let rate = Double(line.dropFirst(key.count).trimmingCharacters(in: .whitespaces))
        else { throw MeasurementError("wrk ended with \(end.status): \(complaint ?? "")") }
        return rate
    }
}
