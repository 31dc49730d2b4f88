// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentInterface
import AgentMachine
import DBus
package import FoundationEssentials
import NotificationStore
import Triggers

/// Makes the findings of `belfry doctor` about places; no finding tells a position.
extension LocationService {
    /// Returns the findings about requests that wait for places, and about the sources that recognize places.
    package func findings(now: Date) async -> [Finding] {
        let count = fences.count
        guard count > 0 else {
            let programs = monitors.count
            let text =
                programs == 0
                ? "no request waits for a place, so Belfry does not look up where you are"
                : "no request waits for a place; \(programs) \(programs == 1 ? "program follows" : "programs follow") the "
                    + "location while running"
            return [Finding("location.places", text), await sourceFinding()]
        }
        var findings = [
            Finding("location.places", "\(count) \(count == 1 ? "request waits" : "requests wait") for a place")
        ]
        let permissions = (try? await store.locationPermissions()) ?? [:]
        for app in Set(fences.map(\.app)).sorted() where permissions[app]?.answer != .allowed {
            findings.append(
                Finding(
                    "location.permission", .note, "\(app) may not use your location, so its requests wait",
                    advice: "Allow it with \"belfry location allow \(app)\"."))
        }
        if fences.contains(where: { $0.region.networks != nil }) {
            let names = await presentNetworks()
            findings.append(
                names == nil
                    ? Finding(
                        "location.networks", .note,
                        "NetworkManager does not run, so places with Wi-Fi networks can't be recognized")
                    : Finding("location.networks", "places with Wi-Fi networks are recognized"))
        }
        if fences.contains(where: { $0.region.circle != nil }) { findings.append(positionFinding(now)) }
        return findings
    }

    /// Returns the finding about the sources that could locate this machine, used while no request waits for a place.
    private func sourceFinding() async -> Finding {
        let hasNetworks = await presentNetworks() != nil
        let networks = hasNetworks ? "places with a Wi-Fi network work here" : "NetworkManager does not run"
        let position = await hasGeoClue() ? "GeoClue is installed" : "GeoClue is not installed"
        return Finding("location.sources", "\(networks); \(position)")
    }

    private func hasGeoClue() async -> Bool {
        guard let connection = try? await systemBus.connected() else { return false }
        let running = (try? await connection.names()) ?? []
        let activatable = (try? await connection.activatableNames()) ?? []
        return (running + activatable).contains(GeoClue.name)
    }

    private func positionFinding(_ now: Date) -> Finding {
        let (name, (fix, trouble)) = ("location.position", position)
        let advice =
            "A place may name a Wi-Fi network instead: \"belfry place add home --wifi\" works without a position."
        if let trouble { return Finding(name, .note, trouble.sentence, advice: advice) }
        guard let fix else { return Finding(name, .note, "no position was found yet", advice: advice) }
        let minutes = Int(max(0, now.timeIntervalSince(fix.date)) / 60)
        let text = "the position was known \(minutes) min ago, to \(Int(fix.accuracy)) m"
        return fix.accuracy > 1_000 ? Finding(name, .note, text, advice: advice) : Finding(name, text)
    }
}
