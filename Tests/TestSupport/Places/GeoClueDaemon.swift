// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import DBus
internal import EventLoop
internal import FoundationEssentials
internal import Glibc

/// GeoClue's own daemon on a private system bus, with a simulated satellite receiver as its only source.
///
/// Its configuration is bound over the machine's in a mount namespace, for which the tests need root or user namespaces.
package actor GeoClueDaemon {
    /// The address of the system bus.
    package nonisolated let address: String
    private let folder: String
    private let connection: Connection
    private let receiver: AgentProcess
    private let input: Int32
    private var daemon: AgentProcess?
    private var person: AgentProcess?
    /// The Unix time of the last position.
    private var stamp = 0.0

    /// The middle of the map.
    package static let latitude = 52.52
    package static let longitude = 13.405

    fileprivate init(on address: String, in folder: String, loop: EventLoop) async throws {
        (self.address, self.folder) = (address, folder)
        connection = try Connection(to: .at(address), on: loop)
        let fifo = folder + "/receiver"
        guard mkfifo(fifo, 0o600) == 0 else { throw GeoClueFailure("there is no fifo") }
        // The process has both ends, so that the receiver's input does not end.
        input = open(fifo, O_RDWR | O_CLOEXEC)
        let script = Checkout.root + "packaging/lib/nmea-receiver"
        receiver = try AgentProcess(
            ["/bin/sh", "-c", "exec \(Program.python) \"$1\" \"$2\" < \"$3\"", "sh", script, folder + "/nmea", fifo],
            environment: ["PATH": "/usr/bin:/bin"], log: folder + "/receiver.log")
        try await withDeadline {
            while access(folder + "/nmea", F_OK) != 0 { try await yieldUntilDeadline() }
        }
        try Data(Self.configuration(allowing: true).utf8).write(to: URL(filePath: folder + "/geoclue.conf"))
    }

    private static func configuration(allowing isAllowed: Bool) -> String {
        let sources = ["3g", "cdma", "modem-gps", "wifi", "compass"].map { "[\($0)]\nenable=false\n" }
        return "[agent]\nwhitelist=geoclue-demo-agent\n[network-nmea]\nenable=true\n" + sources.joined()
            + "[org.belfry.Belfry]\nallowed=\(isAllowed)\nsystem=true\nusers=\n"
    }

    /// Sets whether the configuration lets Belfry use the location; the daemon must be started anew.
    package func configure(allowing isAllowed: Bool) throws {
        try Data(Self.configuration(allowing: isAllowed).utf8).write(to: URL(filePath: folder + "/geoclue.conf"))
    }

    /// Starts the daemon.
    package func start() async throws {
        let script = #"mount --bind "$1" /etc/geoclue/geoclue.conf && exec /usr/libexec/geoclue -t 0 -u "$2""#
        daemon = try AgentProcess(
            Program.withOwnMounts + ["/bin/sh", "-c", script, "sh", folder + "/geoclue.conf", folder + "/nmea"],
            environment: environment, log: folder + "/geoclue.log")
        try await withDeadline { [connection] in
            while try await connection.owner(of: "org.freedesktop.GeoClue2") == nil { try await yieldUntilDeadline() }
        }
    }

    /// Kills the daemon.
    package func kill() async throws {
        daemon?.send(SIGKILL)
        _ = try await daemon?.end()
        daemon = nil
    }

    /// Starts the program that decides for the person.
    package func startAgent() throws {
        person = try AgentProcess(
            ["/usr/libexec/geoclue-2.0/demos/agent"], environment: environment, log: folder + "/agent.log")
    }

    private var environment: [String: String] {
        ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SYSTEM_BUS_ADDRESS": address, "HOME": folder]
    }

    /// Waits until GeoClue has connected to the receiver, and so has its last position.
    package func waitForReceiver() async throws {
        try await withDeadline { [folder] in
            while true {
                let text = try? String(contentsOfFile: folder + "/receiver.log", encoding: .utf8)
                if text?.contains("connected") == true { return }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Moves the receiver to a number of metres north of the middle of the map.
    ///
    /// - Parameters:
    ///   - north: The metres.
    ///   - dilution: The dilution of precision, by which GeoClue tells the accuracy: 10 m up to 2, 300 m from 20 on.
    ///   - age: Seconds by which the position's time is past. Without it the time is the present, or a second after that of
    ///     the last position: GeoClue's times are whole seconds, and those of the next minute count.
    package func move(north: Double, dilution: Double = 1, age: Double? = nil) {
        let now = Date.now.timeIntervalSince1970
        guard let age else {
            stamp = max(now.rounded(.down), stamp + 1)
            return tell("\(north) \(dilution) \(now - stamp)")
        }
        tell("\(north) \(dilution) \(age)")
    }

    /// Moves the receiver to a point in degrees; the position's time is `age` seconds past, or ahead if it is negative.
    package func move(latitude: Double, longitude: Double, age: Double) {
        tell("\(latitude),\(longitude) 1 \(age)")
    }

    private func tell(_ words: String) {
        let line = words + "\n"
        _ = line.withCString { write(input, $0, strlen($0)) }
    }

    fileprivate func leave() async {
        for process in [person, daemon, receiver] {
            process?.send(SIGKILL)
            _ = try? await process?.end()
        }
        close(input)
        await connection.close()
    }
}

private struct GeoClueFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Runs `body` with GeoClue's daemon, which `body` starts, on a private system bus.
package func withGeoClueDaemon<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (GeoClueDaemon) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("geoclue")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let loop = EventLoop.onOwnThread(named: "GeoClue")
    defer { loop.stop() }
    return try await withPrivateBus { bus in
        let address = String(bus.prefix { $0 != "," })
        let daemon = try await GeoClueDaemon(on: address, in: folder, loop: loop)
        do {
            let result = try await body(daemon)
            await daemon.leave()
            return result
        } catch {
            await daemon.leave()
            throw error
        }
    }
}
