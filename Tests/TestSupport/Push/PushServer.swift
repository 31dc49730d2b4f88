// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// A push server that answers by the path of the address, in a Python process: `push_server.py`.
package struct PushServer: Sendable {
    /// The folder with the server's files, and for those of the test.
    package let folder: String
    package let port: Int
    private let process: AgentProcess

    /// A request that the server got.
    package struct Request: Decodable, Sendable {
        package let path: String
        package let body: Data
        package let headers: [String: String]
    }

    /// A certificate's file and that of its key.
    package typealias Certificate = (file: String, key: String)

    fileprivate init(in folder: String, _ certificate: Certificate?) async throws {
        self.folder = folder
        let script = Checkout.root + "Tests/TestSupport/Push/push_server.py"
        let files = certificate.map { [$0.file, $0.key] } ?? []
        process = try AgentProcess(
            [Program.python, script, folder] + files, environment: ["PATH": "/usr/bin:/bin"], log: folder + "/log")
        port = try await LoopbackPort.written(to: folder + "/port")
    }

    /// The requests so far.
    package var requests: [Request] {
        get throws {
            let data = FileManager.default.contents(atPath: folder + "/requests") ?? Data()
            return try data.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(Request.self, from: Data($0))
            }
        }
    }

    /// Writes a file into the folder; returns its path.
    package func file(_ name: String, _ text: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    fileprivate func end() async {
        process.send(9)
        _ = try? await process.end()
    }
}

/// Runs `body` with a push server, and ends it; `certificate` makes the files of a server with TLS in its folder.
package func withPushServer<Result>(
    certificate: (_ folder: String) async throws -> PushServer.Certificate? = { _ in nil },
    isolation: isolated (any Actor)? = #isolation, _ body: (PushServer) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("push-server", in: "/tmp")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try await PushServer(in: folder, try await certificate(folder))
    do {
        let result = try await body(server)
        await server.end()
        return result
    } catch {
        await server.end()
        throw error
    }
}

extension PushServer {
    /// Makes a certificate for a host that nobody else has signed, in a folder.
    package static func selfSigned(_ host: String = "localhost", in folder: String) async throws -> Certificate {
        let (file, key) = ("\(folder)/certificate", "\(folder)/key")
        let made = try await Program.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-keyout", key, "-out", file,
        ])
        guard made.status == 0 else { throw AgentProcess.Failure(what: "openssl: \(made.errors)") }
        return (file, key)
    }
}
