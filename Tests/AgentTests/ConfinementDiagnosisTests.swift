// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
@testable import AgentMaintenance
import Testing

/// `belfry doctor` describes the agent's sandbox as the kernel reports it.
@Suite struct ConfinementDiagnosisTests {
    private static let status = "Name:\tbelfryd\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n"
    private static let network = "Inter-|   Receive\n face |bytes\n    lo:       0       0\n"

    private func findings(
        isTold: Bool = true, status: String = status, numbers: String = "      1001       1001          1\n",
        network: String = network, isHomeWritable: Bool = false, environment: [String: String] = [:],
        unwritable: [String] = []
    ) -> [Finding] {
        ConfinementDiagnosis(
            isTold: isTold, status: status, numbers: numbers, network: network, isHomeWritable: isHomeWritable,
            environment: environment, unwritable: unwritable
        ).findings
    }

    @Test func `a sandbox with every restriction in force has no remark`() {
        let findings = findings()

        #expect(findings.count == 1)
        #expect(findings[0].state == .ok)
        #expect(findings[0].value.contains("no network") && findings[0].value.contains("system calls are filtered"))
    }

    @Test(arguments: [
        ("Seccomp:\t0\n", "system calls are filtered"), ("NoNewPrivs:\t0\n", "no new privileges"),
        ("CapBnd:\t000001ffffffffff\n", "no capabilities"),
    ])
    func `restrictions that a drop-in removed are named`(_ line: String, _ words: String) {
        let finding = findings(status: line + Self.status)[0]

        #expect(finding.state == .note)
        #expect(finding.value.contains("; not: \(words)"))
    }

    @Test func `name spaces and the home folder are checked directly`() {
        let finding = findings(
            numbers: "         0          0 4294967295\n", network: Self.network + "  eth0: 1 2\n", isHomeWritable: true
        )[0]

        #expect(finding.value.hasSuffix("; not: no other users, no network, a home that can only be read"))
    }

    @Test func `an agent that replaces one that could not be confined says why`() {
        let finding = findings(
            isTold: false, environment: ["MONITOR_UNIT": "belfry.service", "MONITOR_EXIT_STATUS": "226"])[0]

        #expect(finding.state == .warning)
        #expect(finding.value == "none: belfry.service could not start: systemd's status 226")
    }

    @Test func `an agent that was started by hand has no sandbox, which is no warning`() {
        #expect(findings(isTold: false, unwritable: ["/nowhere"]).map(\.state) == [.note])
    }

    // With another XDG_STATE_HOME, the unit's ReadWritePaths= does not contain the store.
    @Test func `for a folder that the sandbox makes read-only, the advice has the lines that help`() throws {
        let finding = try #require(findings(unwritable: ["/elsewhere/belfry"]).last)

        #expect(finding.state == .problem)
        #expect(finding.advice?.contains("ReadWritePaths=/elsewhere/belfry") == true)
    }
}
