// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Agent
import ArgumentParser
import DBus
import Foundation

/// `--test-clock`: where it may be, and the time that it starts at.
enum TestClockOption {
    /// The clock of a test, in the zone of `TZ` and at the time of `BELFRY_NOW`.
    ///
    /// - Throws: `ValidationError` on the person's own bus or store: requests would come at times that are not.
    static func clock(on address: BusAddress, _ paths: AgentPaths) throws -> TestClock {
        let environment = ProcessInfo.processInfo.environment
        if let why = refusal(address.address, environment) { throw ValidationError("--test-clock: \(why)") }
        guard paths.state != AgentPaths(environment: ["HOME": environment["HOME"] ?? "/"]).state else {
            throw ValidationError(
                "--test-clock: \(paths.state) is your own store; give another with --state or XDG_STATE_HOME.")
        }
        guard let text = environment["BELFRY_NOW"], !text.isEmpty else {
            return TestClock(now: Date(), timeZone: .current)
        }
        guard let now = TestClock.date(text) else {
            throw ValidationError(
                "BELFRY_NOW is \"\(text)\"; it must be RFC 3339 with an offset, or @ and Unix seconds.")
        }
        return TestClock(now: now, timeZone: .current)
    }

    /// Why a test clock must not serve this bus; nil where it may.
    private static func refusal(_ address: String, _ environment: [String: String]) -> String? {
        if environment["DBUS_STARTER_BUS_TYPE"] != nil || environment["DBUS_STARTER_ADDRESS"] == address {
            return "this belfryd was started by the bus, which people use."
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
