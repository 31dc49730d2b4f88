// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Agent
import AgentFiles
import AgentInbox
import AgentMachine
import ArgumentParser
import DBus
import Foundation

/// The option `--test-clock`: checks that the bus and the store allow a test clock, and reads its start values.
enum TestClockOption {
    /// Creates the clock of a test, in the zone of `TZ` and at the time of `BELFRY_NOW`.
    ///
    /// - Throws: `ValidationError` on the person's own bus or store, where requests would fire at wrong times.
    static func clock(on address: BusAddress, _ paths: AgentPaths) throws -> TestClock {
        let environment = ProcessInfo.processInfo.environment
        if let why = refusal(address.address, environment) { throw ValidationError("--test-clock: \(why)") }
        guard paths.state != AgentPaths(environment: ["HOME": environment["HOME"] ?? "/"]).state else {
            throw ValidationError(
                "--test-clock: \(paths.state) is your own store; give another with --state or XDG_STATE_HOME.")
        }
        func value<T>(_ name: String, or standard: T, _ form: String, _ read: (String) -> T?) throws -> T {
            guard let text = environment[name], !text.isEmpty else { return standard }
            guard let value = read(text) else { throw ValidationError("\(name) is \"\(text)\"; it must be \(form).") }
            return value
        }
        guard let zone = SystemClock.zone(of: environment) else {
            throw ValidationError("TZ is \"\(environment["TZ"] ?? "")\"; there is no such zone.")
        }
        let boot: String? = try value("BELFRY_BOOT", or: nil, "a name") { $0 }
        return TestClock(
            now: try value("BELFRY_NOW", or: Date(), "RFC 3339 with an offset, or @ and Unix seconds", TestClock.date),
            timeZone: zone, boot: boot,
            uptime: try value("BELFRY_UPTIME", or: 1000, "a number of seconds, 0 or more") { text in
                Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            })
    }

    /// Returns the reason why a test clock must not serve this bus; nil if it may.
    private static func refusal(_ address: String, _ environment: [String: String]) -> String? {
        if environment["DBUS_STARTER_BUS_TYPE"] != nil || environment["DBUS_STARTER_ADDRESS"] == address {
            return "this belfryd was started by the bus, so it would serve a person."
        }
        let folders = [environment["XDG_RUNTIME_DIR"], "/run/user/\(getuid())"].compactMap(\.self)
        let own = folders.map { real($0 + "/bus") }
        for part in address.split(separator: ";").flatMap({ $0.split(separator: ",") }) {
            guard let path = part.range(of: "path=").map({ String(part[$0.upperBound...]) }) else { continue }
            let plain = path.removingPercentEncoding ?? path
            if own.contains(real(plain)) {
                return "\(plain) is your session's bus; give a private one with --bus or under dbus-run-session."
            }
        }
        return nil
    }

    private static func real(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
