// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A `dbus-daemon` of one test.
///
/// Its configuration lacks the standard service folders, so that it starts no installed notification server.
package struct PrivateBus: Sendable {
    /// Its address, for `BusAddress.at(_:)` and `DBUS_SESSION_BUS_ADDRESS`.
    package let address: String
    /// The daemon's process.
    package let processID: Int32

    /// Kills the daemon, as a crash would; its connections are lost.
    package func kill() { Glibc.kill(processID, SIGKILL) }

    /// Starts a daemon; `end()` must follow.
    static func start(serviceFolder: String?, environment: [String: String]) throws -> PrivateBus {
        let folder = try temporaryFolder("bus")
        let configuration = folder + "/bus.conf"
        try write(Self.configuration(folder: folder, serviceFolder: serviceFolder), to: configuration)

        var ends: [Int32] = [0, 0]
        // The flag is set atomically: otherwise a program that another test starts at this moment would inherit an end.
        // Glibc's module lacks pipe2.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw PrivateBusError(what: "socketpair: \(errno)") }
        defer { close(ends[0]) }
        let process: Int32
        do {
            defer { close(ends[1]) }
            process = try spawn(
                ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(configuration)", "--print-address=3"],
                descriptors: [3: ends[1]], environment: environment)
        }
        guard let address = firstLine(ends[0]) else {
            Glibc.kill(process, SIGKILL)
            throw PrivateBusError(what: "The dbus-daemon did not say its address.")
        }
        return PrivateBus(address: address, processID: process, folder: folder)
    }

    private let folder: String

    private init(address: String, processID: Int32, folder: String) {
        self.address = address
        self.processID = processID
        self.folder = folder
    }

    func end() {
        kill()
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        for name in ["bus.conf", "bus"] { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private static func configuration(folder: String, serviceFolder: String?) -> String {
        // The limits are those of the standard session.conf, because the built-in ones are for the system bus.
        let limits = [
            "max_incoming_bytes": 1_000_000_000, "max_incoming_unix_fds": 250_000_000,
            "max_outgoing_bytes": 1_000_000_000, "max_outgoing_unix_fds": 250_000_000,
            "max_message_size": 1_000_000_000, "max_message_unix_fds": 4096, "service_start_timeout": 120_000,
            "auth_timeout": 240_000,
            "pending_fd_timeout": 150_000, "max_completed_connections": 10_000,
            "max_incomplete_connections": 100, "max_connections_per_user": 10_000,
            "max_pending_service_starts": 10_000, "max_names_per_connection": 50_000,
            "max_match_rules_per_connection": 50_000, "max_replies_per_connection": 50_000,
        ]
        return """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder)/bus</listen>
              <auth>EXTERNAL</auth>
              \(serviceFolder.map { "<servicedir>\($0)</servicedir>" } ?? "")
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              \(limits.map { "<limit name=\"\($0.key)\">\($0.value)</limit>" }.joined(separator: "\n  "))
            </busconfig>
            """
    }

    private static func write(_ text: String, to path: String) throws {
        let descriptor = creat(path, 0o600)
        guard descriptor >= 0 else { throw PrivateBusError(what: "\(path): \(errno)") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw PrivateBusError(what: "\(path): \(errno)")
        }
    }

    private static func firstLine(_ descriptor: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

/// The reason why a private bus could not be started.
package struct PrivateBusError: Error { let what: String }

/// Runs a test's body with a private bus, and ends the bus.
///
/// The bus starts services from `serviceFolder`; nil means none. `environment` is added to this process's, for the
/// daemon and the services that it starts. The body gets the address of the bus.
package func withPrivateBus<Result>(
    serviceFolder: String? = nil, environment: [String: String] = [:],
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
) async throws -> Result {
    try await withPrivateBusDaemon(serviceFolder: serviceFolder, environment: environment) { bus in
        try await body(bus.address)
    }
}

/// Like `withPrivateBus`, for a body that also kills the daemon.
package func withPrivateBusDaemon<Result>(
    serviceFolder: String? = nil, environment: [String: String] = [:],
    isolation: isolated (any Actor)? = #isolation, _ body: (PrivateBus) async throws -> Result
) async throws -> Result {
    let bus = try PrivateBus.start(serviceFolder: serviceFolder, environment: environment)
    defer { bus.end() }
    return try await body(bus)
}
