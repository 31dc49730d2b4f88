// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import NotificationServer
import TestSupport
import Testing

/// Programs of other authors use the server.
@Suite struct StrangersTests {
    @Test func `notify-send shows a notification and prints the pressed button`() async throws {
        try await withServer { fixture in
            async let stranger = Stranger.run(
                "notify-send", "--app-name=Kitchen", "--urgency=critical", "--action=open=Open",
                "--action=snooze=Snooze",
                "Tea is ready", "<b>three</b> minutes", on: fixture.address)
            #expect(try await fixture.told.next() == .nameMoved(isOurs: true))
            #expect(try await fixture.told.next() == .shown(1, replaces: false))
            let shown = try #require(await fixture.server.open.first)

            #expect(shown.summary == "Tea is ready")
            #expect(shown.body == "<b>three</b> minutes")
            #expect(shown.appName == "Kitchen")
            #expect(shown.hints.urgency == .critical)
            #expect(shown.actions.map(\.key) == ["open", "snooze"])
            await fixture.server.invoke("snooze", on: shown.id)

            #expect(try await stranger.output == "snooze")
        }
    }

    @Test func `notify-send replaces, and waits until it is closed`() async throws {
        try await withServer { fixture in
            let first = try await Stranger.run("notify-send", "--print-id", "Tea", on: fixture.address)
            #expect(first.output == "1")
            async let second = Stranger.run(
                "notify-send", "--wait", "--replace-id=1", "--expire-time=5000", "Cold tea", on: fixture.address)
            for told in [Told.nameMoved(isOurs: true), .shown(1, replaces: false), .shown(1, replaces: true)] {
                #expect(try await fixture.told.next() == told)
            }

            #expect(fixture.timers.running == [.seconds(5)])
            fixture.timers.fireAll(on: fixture.server.connection.loop)

            #expect(try await second.status == 0)
        }
    }

    @Test func `gdbus introspects the object and calls it`() async throws {
        try await withServer { fixture in
            let description = try await Stranger.run(
                "gdbus", "introspect", "--session", "--dest=org.freedesktop.Notifications",
                "--object-path=/org/freedesktop/Notifications", on: fixture.address)
            for part in ["Notify(in  s app_name", "CloseNotification(in  u id)", "NotificationReplied(u id"] {
                #expect(description.output.contains(part))
            }

            let number = try await gdbus(
                "Notify", "Kitchen", "0", "", "Tea", "body", "['default', 'Open']", "{'urgency': <byte 1>}", "-- -1",
                on: fixture)
            #expect(number.output == "(uint32 1,)")
            #expect(try await gdbus("CloseNotification", "1", on: fixture).output == "()")
            #expect(
                try await gdbus("GetServerInformation", on: fixture).output == "('belfry', 'Belfry', '1.0', '1.3')")

            let odd = try await gdbus("Notify", "a", "0", "", "b", "c", "['odd']", "{}", "0", on: fixture)
            #expect(odd.output == "(uint32 2,)", "F2: the rest is shown")
            let refused = try await gdbus("CloseNotification", "1", on: fixture)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("org.freedesktop.Notifications.Error.NoSuchNotification"))
        }
    }

    /// Calls a method of the interface; the last argument may be "-- -1".
    private func gdbus(_ member: String, _ arguments: String..., on fixture: ServerFixture) async throws -> Stranger {
        let words = arguments.map { "'" + $0.replacing("'", with: "\"") + "'" }.joined(separator: " ")
            .replacing("'-- -1'", with: "-- -1")
        return try await Stranger.run(
            "sh", "-c",
            "gdbus call --session --dest=org.freedesktop.Notifications --object-path=/org/freedesktop/Notifications "
                + "--method=org.freedesktop.Notifications.\(member) \(words)",
            on: fixture.address)
    }
}
