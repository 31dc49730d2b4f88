// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import TestSupport
import Testing

/// Wrong arguments of programs: the wrong part is left out and named, and the rest is shown.
@Suite struct WrongInputTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        let arguments: [Value]
        let named: String
        var testDescription: String { what }

        init(_ what: String, _ arguments: [Value], named: String) {
            self.what = what
            self.arguments = arguments
            self.named = named
        }

        init(_ what: String, hint: String, _ value: Value) {
            self.init(what, ReceivedNotification.arguments(hints: [hint: value]), named: hint)
        }
    }

    static let rows: [Row] = [
        Row("an odd number of action strings", ReceivedNotification.arguments(actions: ["a"]), named: "actions"),
        Row("a timeout of -2", ReceivedNotification.arguments(timeout: -2), named: "expire_timeout"),
        Row("a timeout far below", ReceivedNotification.arguments(timeout: .min), named: "expire_timeout"),
        Row("urgency as a string", hint: "urgency", .string("high")),
        Row("urgency 3", hint: "urgency", .byte(3)),
        Row("urgency -1", hint: "urgency", .int32(-1)),
        Row("urgency beyond every integer", hint: "urgency", .uint64(.max)),
        Row("category as an integer", hint: "category", .int32(1)),
        Row("desktop-entry as an array", hint: "desktop-entry", .strings(["a"])),
        Row("resident as a string", hint: "resident", .string("true")),
        Row("value as a double", hint: "value", .double(0.5)),
        Row("x as a string", hint: "x", .string("0")),
        Row("a picture that is a string", hint: "image-data", .string("x")),
        Row("a picture without pixels", hint: "image-data", picture(width: 0, height: 0)),
        Row("a picture of negative width", hint: "image-data", picture(width: -1, height: 4, bytes: 16)),
        Row("a picture of negative height", hint: "image-data", picture(width: 4, height: -1, bytes: 16)),
        Row("too few bytes", hint: "image-data", picture(width: 4, height: 4, bytes: 63)),
        Row("too many bytes", hint: "image-data", picture(width: 4, height: 4, bytes: 65)),
        Row("no bytes", hint: "image-data", picture(width: 4, height: 4, bytes: 0)),
        Row("the largest sizes", hint: "image-data", picture(width: .max, height: .max, bytes: 4, rowStride: .max)),
        Row("rows that overlap", hint: "image-data", picture(width: 4, height: 4, bytes: 16, rowStride: 4)),
        Row("rows of negative length", hint: "image-data", picture(width: 4, height: 4, bytes: 64, rowStride: -16)),
        Row("5 channels", hint: "image-data", picture(width: 4, height: 4, channels: 5)),
        Row("an old name of the picture", hint: "icon_data", .int32(1)),
        Row(
            "64-bit sizes", hint: "image-data",
            .structure([
                .int64(1), .int64(1), .int64(4), .boolean(true), .int64(8), .int64(4), .bytes([0, 0, 0, 0]),
            ])),
        Row(
            "16 bits per sample", hint: "image-data",
            .structure([
                .int32(1), .int32(1), .int32(8), .boolean(true), .int32(16), .int32(4),
                .bytes([0, 0, 0, 0, 0, 0, 0, 0]),
            ])),
    ]

    @Test(arguments: rows) func `F2: a wrong value is left out and named, and the others are used`(row: Row) throws {
        let received = try ReceivedNotification(arguments: row.arguments, sender: ":1.1")

        #expect(received.slips.count == 1)
        #expect(received.slips.first?.contains(row.named) == true)
        #expect(received.hints.urgency == .normal && received.hints.image == nil && received.actions.isEmpty)
        #expect(received.timeout == .serverDefault)
    }

    @Test func `F2: of an odd number of action strings the complete pairs are used`() throws {
        let arguments = ReceivedNotification.arguments(actions: ["yes", "Yes", "no"])
        #expect(try ReceivedNotification(arguments: arguments, sender: ":1.1").actions.map(\.key) == ["yes"])
    }

    @Test func `F2: over the bus each is shown, and unreadable calls are errors`() async throws {
        try await withServer { fixture in
            for (index, row) in Self.rows.enumerated() {
                let id = try await fixture.notify(row.arguments)
                #expect(id == UInt32(index + 1), "\(row)")
            }

            for (member, arguments) in [
                ("Notify", [Value.string("x")]), ("CloseNotification", [.string("1")]), ("CloseNotification", []),
                ("GetCapabilities", [.int32(1)]),
            ] {
                let error = await #expect(throws: BusError.self) { try await fixture.call(member, arguments) }
                #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            }
            let error = await #expect(throws: BusError.self) { try await fixture.call("Explode") }
            #expect(error?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        }
    }

    @Test func `F7: closing an unknown number is an empty error`() async throws {
        try await withServer { fixture in
            let id = try await fixture.notify()
            _ = try await fixture.call("CloseNotification", [.uint32(id)])
            for unknown in [id, 4711, 0] {
                let error = await #expect(throws: BusError.self) {
                    try await fixture.call("CloseNotification", [.uint32(unknown)])
                }
                #expect(error?.message == "")
            }
        }
    }
}
