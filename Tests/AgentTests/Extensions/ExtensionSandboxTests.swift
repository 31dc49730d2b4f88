// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentExtensions
import AgentInterface
import AgentRules
import Foundation
import Glibc
import TestSupport
import Testing

/// In bubblewrap an extension sees the system and its own folders, and nothing of the person's.
@Suite struct ExtensionSandboxTests {
    /// The answer of the fixture `look`.
    private struct View: Codable {
        let root: [String]
        let sees: Bool
        let passwd: Bool
        let run: [String]
        let variables: [String]
        let processes: Int
        let number: Int
        let folder: String
        let interfaces: [String]
        let writable: [String]
        let data: String?
        let descriptors: [Int]
        let privileges: String
    }

    private func view(_ sandbox: ExtensionRules.Sandbox) async throws -> (view: View, fixture: RunFixture) {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        // A file of the person's.
        let file = fixture.attachments + "-other"
        try Data("secret".utf8).write(to: URL(filePath: file))
        let (outcome, lines) = try await withRunner(sandbox) {
            await fixture.run(
                RunFixture.program("look"), by: $0, first: RunFixture.line(userInfo: #"{"file":"\#(file)"}"#))
        }
        #expect(outcome.end == .exited(0), "\(outcome)")
        return (try JSONDecoder().decode(View.self, from: Data(try #require(lines.first))), fixture)
    }

    @Test(.enabled(if: RunFixture.sandboxes.contains(.required)))
    func `in the sandbox there are no home, no users, no bus, no network and no other process`() async throws {
        let (view, fixture) = try await view(.required)
        #expect(!view.sees && !view.passwd)
        #expect(Set(view.root).isSuperset(of: ["usr", "proc", "dev", "tmp", "data"]))
        #expect(Set(view.root).isDisjoint(with: ["run", "srv", "mnt", "media", "boot"]))
        #expect(view.run == [])
        // The first one is bubblewrap's.
        #expect(view.processes == 2 && view.number == 2)
        #expect(view.interfaces == [])
        #expect(view.folder == fixture.attachments)
        #expect(view.data == "/data")
        #expect(view.writable == ["/tmp", "/data", "."])
        let known: Set = [
            "BELFRY_APP", "BELFRY_EXTENSION_DATA", "HOME", "LANG", "LANGUAGE", "PATH", "PWD", "TZ", "XDG_CONFIG_HOME",
        ]
        #expect(
            Set(view.variables).subtracting(["SWIFT_BACKTRACE"]).allSatisfy {
                known.contains($0) || $0.hasPrefix("LC_")
            }, "\(view.variables)")
    }

    @Test(arguments: RunFixture.sandboxes)
    func `an extension inherits no descriptor, and can gain no privileges`(
        sandbox: ExtensionRules.Sandbox
    ) async throws {
        let (view, fixture) = try await view(sandbox)
        // The last one is the list itself.
        #expect(view.descriptors == [0, 1, 2, 3])
        #expect(view.privileges == "1")
        #expect(view.folder == fixture.attachments)
        if sandbox == .none { #expect(view.data == fixture.data) }
    }

    @Test(arguments: RunFixture.sandboxes, [true, false])
    func `the network is the declaration's choice, in the sandbox`(
        sandbox: ExtensionRules.Sandbox, usesNetwork: Bool
    ) async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let listener = try LoopbackPort.listening()
        defer { close(listener.descriptor) }
        let (outcome, lines) = try await withRunner(sandbox) {
            await fixture.run(
                RunFixture.program("connect", usesNetwork: usesNetwork), by: $0,
                first: RunFixture.line(userInfo: #"{"port":\#(listener.port)}"#))
        }
        #expect(outcome.end == .exited(0), "\(outcome)")
        let text = String(decoding: try #require(lines.first), as: UTF8.self)
        #expect(text.contains(usesNetwork || sandbox == .none ? "connected" : "refused"), "\(text)")
    }

    @Test(.enabled(if: RunFixture.sandboxes.contains(.required)))
    func `temporary files have a limit`() async throws {
        let fixture = try RunFixture()
        defer { fixture.remove() }
        let (outcome, lines) = try await withRunner(.required) {
            await fixture.run(
                RunFixture.program("exhaust"), by: $0, first: RunFixture.line(body: "temporary"))
        }
        #expect(outcome.end == .exited(0), "\(outcome)")
        #expect(String(decoding: try #require(lines.first), as: UTF8.self).contains("OSError"))
    }

    @Test func `a program of the person is the only file of the person in the sandbox`() {
        let folders = ExtensionFolders(attachments: "/run/one", data: nil)
        let sandbox = ExtensionSandbox(bubblewrap: "/usr/bin/bwrap")
        let own = sandbox.words(for: ["/home/ann/bin/ext", "--fast"], usesNetwork: false, folders: folders)
        #expect(own.joined(separator: " ").contains("--ro-bind /home/ann/bin/ext /home/ann/bin/ext "))
        #expect(own.suffix(3) == ["--", "/home/ann/bin/ext", "--fast"])
        #expect(own.filter { $0.hasPrefix("/home") }.count == 3)
        let installed = sandbox.words(for: ["/usr/libexec/ext"], usesNetwork: true, folders: folders)
        #expect(installed.filter { $0 == "/usr/libexec/ext" }.count == 1)
        #expect(installed.contains("--share-net") && !own.contains("--share-net"))
    }

    @Test func `what confines extensions is reported`() {
        func text(_ policy: ExtensionRules.Sandbox, _ bubblewrap: String?, _ problem: String?) -> String {
            let isolation = ExtensionIsolation(
                policy: policy, bubblewrap: bubblewrap, hasControlGroup: bubblewrap != nil, problem: problem)
            return "\(isolation.finding.state.rawValue): \(isolation.finding.value)"
        }
        #expect(
            text(.preferred, "/usr/bin/bwrap", nil)
                == "ok: extensions run in /usr/bin/bwrap, memory and processes limited by systemd")
        #expect(
            text(.preferred, nil, "bubblewrap is not installed")
                == "note: extensions run without a sandbox: bubblewrap is not installed; "
                + "memory and processes limited for each process only")
        #expect(
            text(.required, nil, "bubblewrap is not installed")
                == "warning: no extension runs: bubblewrap is not installed")
        #expect(
            text(.none, nil, nil)
                == "ok: extensions run without a sandbox, as config.toml demands; "
                + "memory and processes limited for each process only")
    }
}
