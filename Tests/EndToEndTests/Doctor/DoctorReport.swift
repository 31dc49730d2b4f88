// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TestSupport
import Testing

/// The output of `belfry doctor`, decoded for a test.
struct DoctorReport {
    /// One finding of the document.
    struct Finding: Hashable {
        let state: String
        let value: String
        let advice: String?
    }

    let status: Int32
    let errors: String
    let state: String
    /// The findings by name; the first of those with the same name.
    let findings: [String: Finding]
    let names: [String]

    subscript(name: String) -> Finding? { findings[name] }

    /// Decodes the document, and checks rules for all findings: the worst state is the document's and determines the
    /// exit status, and each problem has advice.
    init(_ program: Stranger) throws {
        status = program.status
        errors = program.errors
        let document = try #require(try program.objects().first, "\(program.errors)")
        #expect(try program.objects().count == 1)
        #expect(document["schema"] == .number(1))
        state = try #require(document["state"]?.text)
        let rows = try #require(document["findings"]?.list).compactMap(\.object)
        var findings: [String: Finding] = [:]
        for row in rows {
            let name = try #require(row["name"]?.text)
            let finding = Finding(
                state: try #require(row["state"]?.text), value: try #require(row["value"]?.text),
                advice: row["advice"]?.text)
            #expect(name.split(separator: ".").count == 2, "\(name)")
            #expect(!finding.value.isEmpty, "\(name)")
            let isBad = ["warning", "problem"].contains(finding.state)
            #expect(!isBad || finding.advice?.hasSuffix(".") == true, "\(name): \(finding)")
            if findings[name] == nil { findings[name] = finding }
        }
        self.findings = findings
        names = rows.compactMap { $0["name"]?.text }
        let worst = ["problem", "warning", "note", "ok"].first { state in
            rows.contains { $0["state"]?.text == state }
        }
        #expect(state == worst)
        if status < 128 { #expect(status == ["problem": 69, "warning": 1][state, default: 0]) }
    }
}

extension TestAgent {
    /// Runs `belfry doctor --json`, by default with the folders of the agent.
    func doctor(_ arguments: String..., environment: [String: String] = [:]) async throws -> DoctorReport {
        try DoctorReport(
            try await belfry(
                ["doctor", "--json"] + arguments,
                environment: doctorEnvironment.merging(environment) { _, new in new }))
    }

    /// The folders of the agent, and no others.
    var doctorEnvironment: [String: String] {
        [
            "XDG_STATE_HOME": folders.state, "XDG_DATA_HOME": folders.data, "XDG_CONFIG_HOME": folders.path + "/config",
            "XDG_DATA_DIRS": folders.path + "/none",
        ]
    }

    /// Writes the activation file and the unit where an installation has them; the unit is enabled.
    func install(program: String? = nil) throws {
        try folders.install(program: program ?? TestAgent.program())
    }
}

extension AgentFolders {
    /// The folder of units of an installation in a home folder.
    var units: String { data + "/systemd/user" }
    var activation: String { data + "/dbus-1/services/org.belfry.Agent.service" }

    /// Writes the activation file and the unit where an installation in a home folder has them, and enables the unit.
    func install(program: String) throws {
        let wants = path + "/config/systemd/user/default.target.wants"
        for folder in [units, data + "/dbus-1/services", wants] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let file = """
            # A comment.
            [D-BUS Service]
            Name=org.belfry.Agent
            Exec=\(program)
            SystemdService=belfry.service

            """
        try write(file, to: activation)
        // The private bus has a separate folder.
        try write(file, to: services + "/org.belfry.Agent.service")
        try write("[Service]\nExecStart=\(program)\n", to: units + "/belfry.service")
        try? FileManager.default.createSymbolicLink(
            atPath: wants + "/belfry.service", withDestinationPath: units + "/belfry.service")
    }
}
