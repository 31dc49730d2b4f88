// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentExtensions
import AgentFiles
import AgentInterface
import AgentLocation
import AgentMachine
import AgentMaintenance
import AgentMedia
import AgentRules
import AgentSchedule
import DBus
import EventLoop
import FoundationEssentials
import NotificationStore

/// The method `Diagnose`, which collects the findings of every stage and changes nothing.
struct AgentDiagnosis: Sendable {
    let store: NotificationStore
    let clock: any WallClock
    let paths: AgentPaths
    let authorizations: Authorizations
    let scheduler: Scheduler
    let desktop: Desktop
    let extensions: ServiceExtensions
    let drawings: ContentExtensions
    let remote: RemoteService
    let location: LocationService
    let holds: HoldReport
    let days: CalendarReport

    /// Returns all findings of this agent.
    ///
    /// - Throws: `AccessDenied` to a sandboxed caller, the refusals of ``AgentInterface/DictionaryCoding``.
    func diagnose(_ options: Value, for caller: Caller) async throws -> [String: Value] {
        try caller.checkMayDiagnose()
        let options = try DictionaryCoding.decode(DiagnoseOptions.self, from: options)
        let server = try await desktop.serverFindings()
        let isServerThere = await desktop.server != nil
        let now = clock.now
        let configuration = await authorizations.configuration
        let (files, sandbox) = await offLoop { [configuration, paths] in
            let files =
                PictureDiagnosis.findings()
                + SettingsDiagnosis.findings(path: paths.configuration, read: configuration.file)
                + StoreDiagnosis(
                    StoreHealth(folder: paths.state, check: options.check, at: now), isServerThere: isServerThere,
                    now: now
                ).findings
            return (files, ConfinementDiagnosis(paths: paths).findings)
        }
        let pictures = PictureDiagnosis.finding(of: await PictureSandbox.installed())
        let desk = try await desktop.deskFindings()
        let findings =
            try await agentFindings() + sandbox + server + desk + heldFindings() + remote.findings()
            + extensions.findings() + drawings.findings() + clockFindings()
            + days.findings() + location.findings(now: now) + [pictures] + files
        return Diagnosis(findings).properties
    }

    private func agentFindings() async throws -> [Finding] {
        let unfetched = try await store.waitingResponses()
        let text = unfetched.map { "\($0.count) of \($0.app)" }.joined(separator: ", ")
        return [
            Finding("agent.version", AgentVersion.current)
        ] + programFindings() + LanguageDiagnosis.findings() + [
            unfetched.isEmpty
                ? Finding("agent.responses", "no responses are waiting to be fetched")
                : Finding("agent.responses", .note, "responses waiting to be fetched: \(text)")
        ]
    }

    /// Returns the findings that only the agent can make, because its files in `/proc` are hidden from other processes.
    private func programFindings() -> [Finding] {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let mark = " (deleted)"
        guard let link, link.hasSuffix(mark) else { return [] }
        return [
            Finding(
                "agent.program", .warning,
                "\(link.dropLast(mark.count)) was updated after the agent started; the agent still runs the old version",
                advice: "The agent starts a new version by itself within seconds; if it does not, its log says why "
                    + "(journalctl --user -u belfry). \"belfry agent --replace\" starts it, too.")
        ]
    }

    /// Returns findings about the quiet hours, and about the pauses in force.
    private func heldFindings() async -> [Finding] {
        var findings: [Finding] = []
        if let quiet = await holds.quietHours() {
            let hours =
                "\(quiet["from"]?.string ?? "") to \(quiet["to"]?.string ?? "")"
                + (quiet["days"]?.string.map { ", \($0)" } ?? "")
            if let until = quiet["until"]?.string {
                findings.append(Finding("held.quiet", .note, "\(hours); in force until \(until)"))
            } else {
                findings.append(Finding("held.quiet", "\(hours); not in force now"))
            }
        }
        for pause in await holds.pauses() {
            let app = pause["app"]?.string ?? ""
            let who = app == AgentNames.allApplications ? "all" : app
            findings.append(
                Finding(
                    "held.pause", .note,
                    who + (pause["until"]?.string.map { " until \($0)" } ?? ", until it is resumed"),
                    advice: "End it with \"belfry resume\(who == "all" ? "" : " --app \(app)")\"."))
        }
        return findings
    }

    private func clockFindings() async -> [Finding] {
        let source = (clock as? SystemClock)?.zoneSource ?? .testClock
        let canWake = await scheduler.canWake
        return ZoneDiagnosis.findings(source: source, zone: clock.timeZone) + [
            canWake
                ? Finding("time.wake", "requests can wake the machine from sleep")
                : Finding("time.wake", "requests can't wake the machine: the agent has no CAP_WAKE_ALARM")
        ]
    }
}
