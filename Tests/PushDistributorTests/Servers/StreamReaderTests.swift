// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DistributorStore
import FoundationEssentials
import HTTPTransport
@testable import PushDistributor
import TestSupport
import Testing

/// The readers of streams: any division into pieces, and input of a hostile server.
@Suite struct StreamReaderTests {
    private let now = Date(timeIntervalSince1970: 0)

    private func nchan(_ text: String, in size: Int = .max) -> (NchanStream, StreamBatch) {
        read(text, in: size, NchanStream(channels: ["a", "b"], cursor: ""))
    }

    private func read<Engine: StreamEngine>(_ text: String, in size: Int, _ engine: Engine) -> (Engine, StreamBatch) {
        var (engine, whole) = (engine, StreamBatch())
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let batch = engine.read(Array(rest.prefix(size)), at: now)
            rest = rest.dropFirst(size)
            whole.messages += batch.messages
            whole.dropped += batch.dropped
            whole.hasKeepAlive = whole.hasKeepAlive || batch.hasKeepAlive
        }
        return (engine, whole)
    }

    private let events = """
        : hi

        id: 9:[0],-
        data: first

        event: x
        id: 9:0,[0]
        data: two
        data:\u{20}
        data: lines\r
        data:\u{20}


        """

    @Test(arguments: [1, 2, 3, 7, 64, 10_000])
    func `events are read in pieces of any size`(size: Int) {
        let (engine, batch) = nchan(events, in: size)
        #expect(batch.messages.map(\.channel) == ["a", "b"])
        #expect(batch.messages.map { String(decoding: $0.body, as: UTF8.self) } == ["first", "two\n\nlines\r\n"])
        #expect(batch.dropped == 0)
        #expect(engine.cursor == "9:0,[0]")
    }

    @Test func `a repeated message has the same identifier, and another body has another one`() {
        let first = nchan("id: 9:[0],-\ndata: x\n\n").1.messages.map(\.id)
        #expect(first == nchan("id: 9:[0],3\ndata: x\n\n").1.messages.map(\.id))
        #expect(first != nchan("id: 9:[0],-\ndata: y\n\n").1.messages.map(\.id))
        #expect(first.allSatisfy { $0.utf8.count <= 100 })
    }

    @Test func `a body over 4096 bytes is left out, and the stream goes on behind it`() {
        let line = String(repeating: "x", count: 4000)
        let start = "data: \(line)\ndata: "
        for body in ["\(start)\(line)\n", "data: \(line)\(line)\n", "\(start)\(line.prefix(96))\n"] {
            let (engine, batch) = nchan("id: 9:[0],-\n\(body)\nid: 9:[1],-\ndata: next\n\n")
            #expect(batch.messages.map(\.body) == [Array("next".utf8)])
            #expect(batch.dropped == 1)
            #expect(engine.cursor == "9:[1],-")
        }
        let whole = "id: 9:[0],-\ndata: \(line)\ndata: \(line.prefix(95))\n\n"
        #expect(nchan(whole).1.messages.map(\.body.count) == [4096])
    }

    @Test(arguments: [
        "data: no name\n\n", "id: 9:0\ndata: wrong number of tags\n\n", "id: \ndata: x\n\n", "id: 9:[0],-\ndata: \n\n",
    ])
    func `an event that is no message is counted`(text: String) {
        let (_, batch) = nchan(text)
        #expect(batch.messages.isEmpty)
        #expect(batch.dropped == 1)
    }

    @Test func `lines without an end take no memory`() {
        var lines = LineReader(limit: 10)
        #expect(lines.read(Array(repeating: 0x78, count: 100_000)).isEmpty)
        let line = LineReader.Line(bytes: Array("xxxxxxxxxx".utf8), isCut: true)
        #expect(lines.read(Array("x\nab\n".utf8)) == [line, LineReader.Line(bytes: Array("ab".utf8))])
        #expect(lines.read(Array("1234567890\n".utf8)) == [LineReader.Line(bytes: Array("1234567890".utf8))])
    }

    private let lines = """
        {"id":"o","time":5,"event":"open","topic":"a,b"}
        {"id":"m1","time":7,"event":"message","topic":"b","message":"text \\u00e9"}
        {"id":"k","time":8,"event":"keepalive","topic":"a,b"}
        {"id":"m2","time":6,"event":"message","topic":"a","message":"AP8=","encoding":"base64","title":"t"}
        {"id":"m3","time":9,"event":"message","topic":"other","message":"of nobody"}

        """

    @Test(arguments: [1, 5, 10_000])
    func `lines of JSON are read in pieces of any size`(size: Int) {
        let (engine, batch) = read(lines, in: size, NtfyStream(channels: ["a", "b"], cursor: ""))
        #expect(batch.messages.map(\.id) == ["m1", "m2"])
        #expect(batch.messages.map(\.channel) == ["b", "a"])
        #expect(batch.messages.map(\.body) == [Array("text é".utf8), [0, 255]])
        #expect(batch.hasKeepAlive)
        #expect(engine.cursor == "7")
    }

    @Test(arguments: [
        #"{"id":"m","time":7,"event":"message","topic":"a","message":"??","encoding":"base64"}"#,
        #"{"id":"m","time":7,"event":"message","topic":"a","message":"x","encoding":"jwe"}"#,
        #"{"id":"m","time":7,"event":"message","topic":"a","message":""}"#,
        #"{"id":"m","time":7,"event":"message","topic":"a"}"#,
        #"{"id":"m","time":7,"event":"message","topic":"a","message":"x","attachment":{"name":"n"}}"#,
        #"{"id":"","time":7,"event":"message","topic":"a","message":"x"}"#,
        #"{"id":"m","time":-7,"event":"message","topic":"a","message":"x"}"#,
        #"{"id":"m","time":1e300,"event":"message","topic":"a","message":"x"}"#,
        #"{"id":"m","time":"7","event":"message","topic":"a","message":"x"}"#, "null", "[", "\u{0}",
        #"{"id":"m","time":7,"event":"message","topic":"a","message":"\#(String(repeating: "x", count: 4097))"}"#,
        String(repeating: "[", count: 100_000),
    ])
    func `a line that is no message is counted, and the next one is read`(line: String) {
        let next = #"{"id":"n","time":8,"event":"message","topic":"a","message":"next"}"#
        let (_, batch) = read("\(line)\n\(next)\n", in: 1000, NtfyStream(channels: ["a"], cursor: ""))
        #expect(batch.messages.map(\.id) == ["n"])
        #expect(batch.dropped == 1)
    }

    @Test func `requests name the channels and the place`() {
        let server = PushDistributor.PushServer(
            name: "s", engine: .nchan, publish: "https://x/p/", subscribe: "https://x/s/")
        let nchan = NchanStream(channels: ["a", "b"], cursor: "99:0,[1]")
        #expect(nchan.request(to: server, isCautious: false).url == "https://x/s/a,b")
        let places = [false, true].map { isCautious in
            nchan.request(to: server, isCautious: isCautious).headers.first { $0.name == "If-None-Match" }?.value
        }
        // Messages of other channels may come late by a second, and a server that was away may have a clock set back.
        #expect(places == ["98:-", "89:-"])
        let ntfy = NtfyStream(channels: ["a"], cursor: "99")
        #expect(
            [false, true].map { ntfy.request(to: server, isCautious: $0).url.hasSuffix($0 ? "=89&up=1" : "=98&up=1") }
                == [true, true])
        let new = NchanStream(channels: ["a"], cursor: "").request(to: server, isCautious: true)
        #expect(new.headers.map(\.name) == ["Accept"])
    }
}
