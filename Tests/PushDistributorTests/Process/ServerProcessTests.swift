// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The connection of the program `belfry-distributor` to a real nginx with nchan: its certificate, the way through a
/// proxy, and its rest.
@Suite(.serialized) struct ServerProcessTests {
    private typealias PushServer = TestSupport.PushServer

    private func servers(_ origin: String, _ more: String = "") -> String {
        """
        [servers.own]
        engine = "nchan"
        publish = "\(origin)/p/"
        subscribe = "\(origin)/s/"
        \(more)
        """
    }

    /// Posts a text as a provider does, who trusts a certificate and connects to a port of this machine.
    private func post(
        _ text: String, to endpoint: String, trusting certificate: PushServer.Certificate, at port: Int
    ) async throws {
        let posted = try await Program.run([
            "curl", "-sS", "--fail", "--noproxy", "*", "--cacert", certificate.file, "--connect-to",
            "::127.0.0.1:\(port)", "--data", text, endpoint,
        ])
        #expect(posted.status == 0, "\(posted.errors)")
    }

    /// Waits until the connector is told an endpoint on a server.
    private func endpoint(of connector: TestConnector, at origin: String) async throws -> String {
        while true {
            if case .newEndpoint(_, let endpoint, _) = try await connector.next(), endpoint.hasPrefix(origin) {
                return endpoint
            }
        }
    }

    /// Waits for a message; returns its text.
    private func nextMessage(of connector: TestConnector) async throws -> String {
        while true {
            if case .message(_, let body, _, _) = try await connector.next() {
                return String(decoding: body, as: UTF8.self)
            }
        }
    }

    private func end(_ process: AgentProcess) async throws {
        process.send(SIGTERM)
        #expect(try await process.end() == .exited(0))
    }

    @Test func `a server's certificate must be valid for its name, by the system or by the key ca`() async throws {
        try await withProcessFixture { fixture in
            let certificate = try await PushServer.selfSigned(in: fixture.folder)
            try await withNchanServers(certificate: certificate) { nchan in
                let (named, own) = ("https://localhost:\(nchan[0].port)", "ca = \"\(certificate.file)\"")
                try fixture.configure(servers(named))
                let process = try await fixture.start()
                let connector = try await TestConnector(on: fixture.bus, fixture.loop)
                _ = try await connector.register()
                _ = try await endpoint(of: connector, at: named)
                let wrong = "own: nchan, waiting (the server's certificate is not valid: "
                let unknown = try await fixture.status(saying: wrong)
                #expect(unknown.contains("self-signed") || unknown.contains("self signed"), "\(unknown)")

                let other = "https://127.0.0.1:\(nchan[0].port)"
                try fixture.configure(servers(other, own))
                process.send(SIGHUP)
                _ = try await endpoint(of: connector, at: other)
                try await fixture.status(saying: wrong + "SSL: no alternative certificate subject name matches")

                try fixture.configure(servers(named, own))
                process.send(SIGHUP)
                try await fixture.status(saying: "own: nchan, connected")
                let endpoint = try await endpoint(of: connector, at: named)
                try await post("tea", to: endpoint, trusting: certificate, at: nchan[0].port)
                #expect(try await nextMessage(of: connector) == "tea")
                try await end(process)
            }
        }
    }

    /// The desktop's settings are GNOME's, which are read from a file.
    @Test(arguments: [true, false])
    func `a server is reached through the proxy of the desktop, else of the environment`(isOfDesktop: Bool)
        async throws
    {
        try await withProcessFixture { fixture in
            let certificate = try await PushServer.selfSigned("push.example.org", in: fixture.folder)
            try await withNchanServers(certificate: certificate) { nchan in
                try await withConnectProxy(to: nchan[0].port, in: fixture.folder) { proxy in
                    let (origin, own) = ("https://push.example.org", "ca = \"\(certificate.file)\"")
                    try fixture.configure(servers(origin + "/wrong", own))
                    if isOfDesktop { try setProxyOfDesktop(proxy.port, in: fixture.folder) }
                    let process = try await fixture.start([
                        "https_proxy": "http://127.0.0.1:\(isOfDesktop ? 1 : proxy.port)",
                        "XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_BACKEND": "keyfile",
                    ])
                    let connector = try await TestConnector(on: fixture.bus, fixture.loop)
                    _ = try await connector.register()
                    // The proxy has answered with 200.
                    try await fixture.status(saying: "own: nchan, waiting (the server answered 404)")

                    try fixture.configure(servers(origin, own))
                    process.send(SIGHUP)
                    let endpoint = try await endpoint(of: connector, at: origin + "/p/")
                    try await fixture.status(saying: "own: nchan, connected")
                    #expect(Set(proxy.targets) == ["CONNECT push.example.org:443"])

                    try await post("tea", to: endpoint, trusting: certificate, at: nchan[0].port)
                    #expect(try await nextMessage(of: connector) == "tea")
                    try await end(process)
                }
            }
        }
    }

    private func setProxyOfDesktop(_ port: Int, in folder: String) throws {
        let settings = """
            [system/proxy]
            mode='manual'
            [system/proxy/https]
            host='127.0.0.1'
            port=\(port)
            """
        let folder = "\(folder)/config/glib-2.0/settings"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(settings.utf8).write(to: URL(filePath: folder + "/keyfile"))
    }

    @Test func `an idle distributor has one connection, of which the kernel takes care, and doesn't wake`()
        async throws
    {
        try await withProcessFixture { fixture in
            try await withNchanServers { nchan in
                try fixture.configure(servers("http://127.0.0.1:\(nchan[0].port)"))
                let process = try await fixture.start()
                let connector = try await TestConnector(on: fixture.bus, fixture.loop)
                for token in ["t1", "t2", "t3"] { _ = try await connector.register(token) }
                try await fixture.status(saying: "own: nchan, connected, 3 registrations")
                // The connection with fewer channels may not have ended on the server's side.
                let rows = try await withDeadline {
                    while true {
                        let rows = try LoopbackPort.connections(to: nchan[0].port)
                        if rows.count == 2 { return rows }
                        try await yieldUntilDeadline()
                    }
                }
                // Both ends have a timer of the kind 02, which is a keep-alive's, in hundredths of a second.
                for row in rows {
                    let timer = row[5].split(separator: ":").map { Int($0, radix: 16) ?? 0 }
                    #expect(timer[0] == 2 && (1...24_000).contains(timer[1]), "\(row)")
                }
                try await waitForRest(of: process.id)
                #expect(try LoopbackPort.connections(to: nchan[0].port).map { $0[1] } == rows.map { $0[1] })
                try await end(process)
            }
        }
    }

    /// Waits until none of a process's threads has run for two seconds.
    private func waitForRest(of process: Int32) async throws {
        @Sendable func switches() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").sorted().map { task in
                let status = try String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)
                return status.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init) ?? ""
            }
        }
        try await withDeadline {
            while true {
                let before = try switches()
                try await Task.sleep(for: .seconds(2))
                if try switches() == before { return }
            }
        }
    }
}
