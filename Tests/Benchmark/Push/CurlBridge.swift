// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import EventLoop
import Glibc
import TestSupport

/// The least that a distributor must do: `curl` reads the stream of events, and each message is handed on at once.
actor CurlBridge: LoopActor {
    nonisolated let loop: EventLoop

    private let connection: Connection
    private let token: String
    private let process: Int32
    private let output: Int32
    private var source: FileDescriptorSource?
    private var rest: [UInt8] = []
    private var body: [UInt8]?

    /// The beginning of the channel's name, which the token completes.
    static let prefix = "belfry_"

    /// Starts `curl`.
    ///
    /// - Parameters:
    ///   - address: The address before the channel.
    ///   - token: The token of the registration.
    ///   - connection: The connection that owns the distributor's name.
    /// - Throws: An error if `curl` can't be started.
    init(from address: String, token: String, to connection: Connection) throws {
        (loop, self.connection, self.token) = (connection.loop, connection, token)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw MeasurementError("pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        output = ends[0]
        let command = ["curl", "--silent", "--no-buffer", "--header", "Accept: text/event-stream"]
        process = try spawn(command + [address + Self.prefix + token], descriptors: [1: ends[1]])
        Interruption.add(process)
    }

    /// Begins to hand on.
    func begin() {
        source = FileDescriptorSource(output, .readable, on: loop) { [weak self] _ in
            self?.assumeIsolated { $0.read() }
        }
    }

    func end() {
        source?.cancel()
        close(output)
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        Interruption.remove(process)
    }

    private func read() {
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(output, buffer.baseAddress, buffer.count))
        }
        guard !bytes.isEmpty else { return source?.cancel() ?? () }
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[..<end])
            rest.removeSubrange(...end)
        }
    }

    private static let data = Array("data: ".utf8)

    /// Takes a line: a body has a line feed between two lines of data, and an empty line ends it.
    private func take(_ line: ArraySlice<UInt8>) {
        if line.starts(with: Self.data) {
            body = (body.map { $0 + [UInt8(ascii: "\n")] } ?? []) + line.dropFirst(Self.data.count)
        } else if line.isEmpty, let message = body {
            body = nil
            handOn(message)
        }
    }

    private func handOn(_ message: [UInt8]) {
        let call = Message.methodCall(
            destination: "org.belfry.Agent", path: "/org/unifiedpush/Connector",
            interface: "org.unifiedpush.Connector2", member: "Message",
            arguments: [.properties(["token": .string(token), "message": .bytes(message)])])
        // A lost message is missed at the notification server.
        connection.assumeIsolated { $0.start(call, timeout: .seconds(30)) { _ in } }
    }
}
