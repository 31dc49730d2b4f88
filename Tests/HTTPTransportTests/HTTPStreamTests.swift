// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import FoundationEssentials
@testable import HTTPTransport
import TestSupport
import Testing

/// Requests and streams of `HTTPTransport`, from a real server; `PushSendTests` has the answers and the certificates.
@Suite struct HTTPStreamTests {
    /// A transport on a loop of its own.
    private func withTransport<Result>(
        proxyProgram: [String]? = nil, isolation: isolated (any Actor)? = #isolation,
        _ body: (EventLoop, HTTPTransport) async throws -> Result
    ) async throws -> Result {
        let loop = EventLoop.onOwnThread(named: "http")
        defer { loop.stop() }
        let made = Mailbox<HTTPTransport>()
        loop.perform {
            if let transport = try? HTTPTransport(on: loop, userAgent: "test/1", proxyProgram: proxyProgram) {
                made.put(transport)
            }
        }
        let transport = try await made.next()
        do {
            let result = try await body(loop, transport)
            await transport.close()
            return result
        } catch {
            await transport.close()
            throw error
        }
    }

    private func address(_ server: PushServer, _ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    @Test func `a stream arrives in order, and ends when it is cancelled`() async throws {
        try await withPushServer { server in
            try await withTransport { _, transport in
                let (heads, pieces, ends) = (Mailbox<Int>(), Mailbox<[UInt8]>(), Mailbox<HTTPFailure?>())
                var handlers = HTTPHandlers { ends.put($0) }
                handlers.head = { heads.put($0.status) }
                handlers.data = { pieces.put($0) }
                let token = await transport.stream(HTTPRequest(.get, address(server, "stream")), handlers)
                let status = try await heads.next()
                #expect(status == 200)
                var text = ""
                while !text.contains("50\n") { text += String(decoding: try await pieces.next(), as: UTF8.self) }
                #expect(text.hasPrefix((0...50).map { "\($0)\n" }.joined()))

                try await transport.cancel(#require(token))
                // What was called before the cancellation is over by the time of a later response.
                _ = try await transport.send(HTTPRequest(.post, address(server, "ok")))
                _ = pieces.takeAll()
                _ = try await transport.send(HTTPRequest(.post, address(server, "ok")))
                #expect(pieces.takeAll().isEmpty)
                #expect(ends.takeAll().isEmpty)
            }
        }
    }

    @Test func `a transport that is closed during a request removes it at once, and starts no other`() async throws {
        try await withPushServer { server in
            try await withTransport { loop, transport in
                let (heads, ends) = (Mailbox<Int>(), Mailbox<HTTPFailure?>())
                var handlers = HTTPHandlers { ends.put($0) }
                handlers.head = { heads.put($0.status) }
                let token = await transport.stream(HTTPRequest(.get, address(server, "stream")), handlers)
                _ = try await heads.next()
                try await transport.cancelAndClose(#require(token))
                let error = await #expect(throws: HTTPFailure.self) {
                    try await transport.send(HTTPRequest(.post, address(server, "ok")))
                }
                #expect(error == .other("the program is ending"))
                #expect(ends.takeAll().isEmpty)
            }
        }
    }

    @Test func `a stream that the server cuts ends with a failure`() async throws {
        try await withPushServer { server in
            try await withTransport { _, transport in
                let ends = Mailbox<HTTPFailure?>()
                _ = await transport.stream(HTTPRequest(.get, address(server, "cut")), HTTPHandlers { ends.put($0) })
                let failure = try await ends.next()
                // The server doesn't end its chunks with an empty one.
                #expect(failure != nil)
            }
        }
    }

    @Test func `a body and headers arrive at the server, and the name of the program`() async throws {
        try await withPushServer { server in
            try await withTransport { _, transport in
                var request = HTTPRequest(.post, address(server, "stored"))
                request.body = Array(repeating: 0, count: 70_000) + [0xFF, 0x0A]
                request.headers = [("X-Test", "a b")]
                let response = try await transport.send(request)
                #expect(response.status == 202)
                let got = try #require(try server.requests.first)
                #expect(Array(got.body) == request.body)
                #expect(got.headers["x-test"] == "a b")
                #expect(got.headers["user-agent"] == "test/1")
            }
        }
    }

    @Test func `many requests at once are answered over one connection`() async throws {
        try await withPushServer { server in
            try await withTransport { _, transport in
                let url = address(server, "ok")
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<50 { group.addTask { try await transport.send(HTTPRequest(.post, url)).status } }
                    for try await status in group { #expect(status == 201) }
                }
            }
        }
    }

    @Test func `another program is asked for the proxy, once for each server, and learns no path`() async throws {
        try await withPushServer { proxy in
            let asked = proxy.folder + "/asked"
            let script = #"echo "$1" >> "\#(asked)"; echo http://127.0.0.1:\#(proxy.port)"#
            try await withTransport(proxyProgram: ["/bin/sh", "-c", script, "sh"]) { _, transport in
                for channel in ["one", "two"] {
                    var request = HTTPRequest(.post, "http://push.example:8080/p/\(channel)?x")
                    request.plaintext = .always
                    _ = try await transport.send(request)
                }
                #expect(
                    try proxy.requests.map(\.path)
                        == ["http://push.example:8080/p/one?x", "http://push.example:8080/p/two?x"])
                #expect(try String(contentsOfFile: asked, encoding: .utf8) == "http://push.example:8080/\n")
            }
        }
    }

    @Test(arguments: [["/bin/false"], ["/bin/echo", "-n"], ["/nonexistent"]])
    func `a program that names no proxy is as good as none`(program: [String]) async throws {
        try await withTransport(proxyProgram: program) { _, transport in
            var request = HTTPRequest(.get, "http://0.0.0.0:1/")
            request.plaintext = .always
            let error = await #expect(throws: HTTPFailure.self) { try await transport.send(request) }
            #expect(error == .refused)
        }
    }

    @Test(
        arguments: [
            ("ftp://example.org/", HTTPFailure.invalidURL("ftp://example.org/")), ("", .invalidURL("")),
            ("https:///x", .invalidURL("https:///x")), ("https:x://127.0.0.1/", .invalidURL("https:x://127.0.0.1/")),
            ("http://example.org/", .unencrypted),
            ("http://127.0.0.1@example.org/", .unencrypted), ("http://127.0.0.1.example.org/", .unencrypted),
        ])
    func `an address that is not allowed is refused at once`(url: String, failure: HTTPFailure) async throws {
        try await withTransport { _, transport in
            let error = await #expect(throws: HTTPFailure.self) { try await transport.send(HTTPRequest(.get, url)) }
            #expect(error == failure)
        }
    }

    @Test func `a server that is not there is a failure`() async throws {
        try await withTransport { _, transport in
            let error = await #expect(throws: HTTPFailure.self) {
                try await transport.send(HTTPRequest(.get, "http://127.0.0.1:1/"))
            }
            #expect(error == .refused)
        }
    }
}

extension HTTPTransport {
    /// Closes the transport between the cancellation of a request and its removal, which waits for the loop.
    fileprivate func cancelAndClose(_ token: Token) {
        cancel(token)
        close()
        #expect(openRequests == 0)
    }
}
