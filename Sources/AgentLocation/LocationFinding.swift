// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentMachine
import DBus
package import FoundationEssentials
import NotificationStore
import Triggers

/// A line for the doctor about places; it tells no position.
package struct LocationFinding: Hashable, Sendable {
    package let name: String
    package let text: String
    package var isTrouble = false
    package var advice: String?
}

extension LocationService {
    /// Returns what can work on this machine, and what does not.
    package func findings(now: Date) async -> [LocationFinding] {
        let count = fences.count
        guard count > 0 else {
            let programs = monitors.count
            let text =
                programs == 0
                ? "no request waits for a place, so nobody asks where you are"
                : "no request waits for a place; \(programs) \(programs == 1 ? "program follows" : "programs follow") the "
                    + "location while running"
            return [LocationFinding(name: "places", text: text), await sourceFinding()]
        }
        var findings = [
            LocationFinding(
                name: "places", text: "\(count) \(count == 1 ? "request waits" : "requests wait") for a place")
        ]
        let permissions = (try? await store.locationPermissions()) ?? [:]
        for app in Set(fences.map(\.app)).sorted() where permissions[app]?.answer != .allowed {
            findings.append(
                LocationFinding(
                    name: "permission", text: "\(app) may not use your location, so its requests wait", isTrouble: true,
                    advice: "Allow it with \"belfry location allow \(app)\"."))
        }
        if fences.contains(where: { $0.region.networks != nil }) {
            let names = await presentNetworks()
            findings.append(
                names == nil
                    ? LocationFinding(
                        name: "networks",
                        text: "NetworkManager does not run, so places with Wi-Fi networks can't be recognized",
                        isTrouble: true)
                    : LocationFinding(name: "networks", text: "places with Wi-Fi networks are recognized"))
        }
        if fences.contains(where: { $0.region.circle != nil }) { findings.append(positionFinding(now)) }
        return findings
    }

    /// Returns what could tell where this machine is, before anybody has asked.
    private func sourceFinding() async -> LocationFinding {
        let hasNetworks = await presentNetworks() != nil
        let networks = hasNetworks ? "places with a Wi-Fi network work here" : "NetworkManager does not run"
        let position = await hasGeoClue() ? "GeoClue is installed" : "GeoClue is not installed"
        return LocationFinding(name: "sources", text: "\(networks); \(position)")
    }

    private func hasGeoClue() async -> Bool {
        guard let connection = try? await systemBus.connected() else { return false }
        let running = (try? await connection.names()) ?? []
        let activatable = (try? await connection.activatableNames()) ?? []
        return (running + activatable).contains(GeoClue.name)
    }

    private func positionFinding(_ now: Date) -> LocationFinding {
        let (fix, trouble) = position
        let advice =
            "A place may name a Wi-Fi network instead: \"belfry place add home --wifi\" works without a position."
        if let trouble {
            return LocationFinding(name: "position", text: trouble.sentence, isTrouble: true, advice: advice)
        }
        guard let fix else {
            return LocationFinding(
                name: "position", text: "no position was found yet", isTrouble: true, advice: advice)
        }
        let minutes = Int(max(0, now.timeIntervalSince(fix.date)) / 60)
        return LocationFinding(
            name: "position", text: "the position was known \(minutes) min ago, to \(Int(fix.accuracy)) m",
            isTrouble: fix.accuracy > 1_000, advice: fix.accuracy > 1_000 ? advice : nil)
    }
}
