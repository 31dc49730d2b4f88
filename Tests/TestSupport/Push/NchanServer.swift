// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// nginx with nchan and `packaging/share/belfry/nchan.conf`, run by the caller in a folder of its own.
///
/// Only the port, the name, the certificate and the paths differ from the file as it is shipped; with Redis its commented
/// lines are switched on. Killed and started again, it has the same port. It has one worker, as the file asks for: of 16 runs
/// of `NchanServerTests`, eight at a time, 14 failed with two workers and 1 with one.
package final class NchanServer: Sendable {
    package let port: Int
    private let folder: String
    private let process = Mailbox<AgentProcess>()

    /// The address before a channel, to which providers post.
    package var publish: String { "\(origin)/p/" }
    /// The address before the list of channels.
    package var subscribe: String { "\(origin)/s/" }
    private let origin: String
    /// nginx's errors and warnings.
    package var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }
    /// The log that the shipped file names.
    package var ownLog: String { (try? String(contentsOfFile: folder + "/push.log", encoding: .utf8)) ?? "" }

    /// Prepares a server in a new folder inside of a folder.
    ///
    /// - Parameters:
    ///   - parent: The folder.
    ///   - redis: The port of a Redis server that keeps the messages; nil for nginx's memory.
    ///   - certificate: The certificate for "localhost", with which the server speaks TLS; nil for none.
    ///   - edit: A change of a line of the shipped file.
    /// - Throws: An error if no port is free, or a file can't be read or written.
    package init(
        in parent: String, redis: Int? = nil, certificate: PushServer.Certificate? = nil,
        edit: (String) -> String = { $0 }
    ) throws {
        port = try LoopbackPort.free()
        folder = try temporaryFolder("nchan", in: parent)
        origin = certificate == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
        try write("nchan.conf", try site(redis, certificate).map(edit).joined(separator: "\n"))
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        try write(
            "nginx.conf",
            """
            load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
            \(geteuid() == 0 ? "user root;" : "")
            worker_processes 1;
            daemon off;
            pid \(folder)/pid;
            error_log \(folder)/log warn;
            events { worker_connections 4096; }
            http {
                \(folders.map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: "\n    "))
                include \(folder)/nchan.conf;
            }
            """)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    /// The shipped file for this machine.
    private func site(_ redis: Int?, _ certificate: PushServer.Certificate?) throws -> [String] {
        let file = Checkout.root + "packaging/share/belfry/nchan.conf"
        var lines = try String(contentsOfFile: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        let count = lines.count
        lines.removeAll { $0.contains("listen [::]") || certificate == nil && $0.contains("ssl_") }
        guard count - lines.count == (certificate == nil ? 4 : 1) else {
            throw AgentProcess.Failure(what: "\(file) has other lines for TLS")
        }
        return lines.map { line in
            let listen = "listen 127.0.0.1:\(port)\(certificate == nil ? "" : " ssl")"
            var line = line.replacing("listen 443 ssl", with: listen)
                .replacing("/var/log/nginx/belfry-push.log", with: "\(folder)/push.log")
            if let certificate {
                let live = "/etc/letsencrypt/live/push.example.org"
                line = line.replacing("\(live)/fullchain.pem", with: certificate.file)
                    .replacing("\(live)/privkey.pem", with: certificate.key)
                    .replacing("server_name push.example.org", with: "server_name localhost")
            }
            guard let redis else { return line }
            // The commented lines of one Redis server, not those of a cluster.
            let wanted = ["upstream belfry_redis", "nchan_redis_server redis://127.0.0.1", "nchan_redis_pass", "}"]
            let text = line.drop { $0 == " " || $0 == "#" }
            if wanted.contains(where: { text.hasPrefix($0) }) { line.replace("# ", with: "", maxReplacements: 1) }
            return line.replacing("redis://127.0.0.1:6379", with: "redis://127.0.0.1:\(redis)")
        }
    }

    /// Checks the configuration as an administrator does; returns nginx's complaint, or nil.
    package func complaint() async throws -> String? {
        let test = try await Program.run(["/usr/sbin/nginx", "-t", "-p", folder, "-c", folder + "/nginx.conf"])
        return test.status == 0 ? nil : test.errors
    }

    /// Starts nginx, and waits until it accepts connections.
    package func start() async throws {
        let nginx = try AgentProcess(
            ["/usr/sbin/nginx", "-p", folder, "-c", folder + "/nginx.conf"], environment: ["PATH": "/usr/bin:/bin"],
            log: folder + "/output")
        process.put(nginx)
        try await LoopbackPort.wait(for: port, of: nginx, log: folder + "/output")
    }

    /// The running processes: nginx, then its workers.
    package var processes: [Int32] {
        let running = process.takeAll()
        for nginx in running { process.put(nginx) }
        return running.flatMap { [$0.id] + Self.children(of: $0.id) }
    }

    private static func children(of process: Int32) -> [Int32] {
        let list = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return (list ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    /// Kills all processes of nginx, which gives them no chance to do anything.
    package func kill() async throws {
        for nginx in process.takeAll() {
            let workers = Self.children(of: nginx.id)
            nginx.send(SIGKILL)
            try await nginx.end()
            for worker in workers { Glibc.kill(worker, SIGKILL) }
            for worker in workers { try await waitForEnd(of: worker) }
        }
    }
}

/// A Redis server that writes each message to the disk before it answers, run by the caller.
package final class RedisServer: Sendable {
    package let port: Int
    private let process: AgentProcess

    /// Starts a server with its files in a new folder inside of a folder.
    package init(in parent: String) async throws {
        port = try LoopbackPort.free()
        let folder = try temporaryFolder("redis", in: parent)
        let options = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"]
        process = try AgentProcess(
            ["/usr/bin/redis-server", "--port", "\(port)"] + options + ["--appendfsync", "always"],
            environment: ["PATH": "/usr/bin:/bin"], log: folder + "/output")
        try await LoopbackPort.wait(for: port, of: process, log: folder + "/output")
    }

    package func kill() async throws {
        process.send(SIGKILL)
        try await process.end()
    }
}

/// Runs `body` with a number of nginx servers in a folder, and ends them.
///
/// With Redis they share a server that keeps the messages. A certificate makes them speak TLS; `edit` changes a line of
/// the shipped file.
package func withNchanServers<Result>(
    _ count: Int = 1, withRedis: Bool = false, certificate: PushServer.Certificate? = nil,
    edit: (String) -> String = { $0 }, isolation: isolated (any Actor)? = #isolation,
    _ body: ([NchanServer]) async throws -> Result
) async throws -> Result {
    let folder = try temporaryFolder("push-servers")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let redis = withRedis ? try await RedisServer(in: folder) : nil
    var servers: [NchanServer] = []
    let result: Swift.Result<Result, any Error>
    do {
        for _ in 0..<count {
            let server = try NchanServer(in: folder, redis: redis?.port, certificate: certificate, edit: edit)
            servers.append(server)
            try await server.start()
        }
        result = .success(try await body(servers))
    } catch {
        result = .failure(error)
    }
    for server in servers { try await server.kill() }
    try await redis?.kill()
    return try result.get()
}
