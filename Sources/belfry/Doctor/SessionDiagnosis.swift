// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import Glibc

/// Diagnosis of this process's login session and its bus.
enum SessionDiagnosis {
    static func findings(_ connection: Result<Connection, any Error>) -> [Finding] {
        [bus(connection), runtime, display, terminal]
    }

    private static func bus(_ connection: Result<Connection, any Error>) -> Finding {
        if case .failure(let error) = connection {
            return Finding(
                "session.bus", .problem, Failure(error).sentence.onOneLine,
                advice: "Run this in your session, or begin one with dbus-run-session; nothing works without a bus.")
        }
        // The bus's GUID is omitted from the address, because it is of no use to a person.
        let address = BusAddress.session.address.onOneLine.split(separator: ",").filter { !$0.hasPrefix("guid=") }
            .joined(separator: ",")
        guard let runtime = Environment.value("XDG_RUNTIME_DIR"), Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil,
            !address.contains("path=\(runtime)/bus"), access(runtime + "/bus", F_OK) == 0
        else { return Finding("session.bus", address) }
        return Finding(
            "session.bus", .note, "\(address), which is not \(runtime)/bus",
            advice: "Unset DBUS_SESSION_BUS_ADDRESS to ask the agent of your login, if that is the one you mean.")
    }

    private static var runtime: Finding {
        guard let folder = Environment.value("XDG_RUNTIME_DIR") else {
            return Finding(
                "session.runtime", .note, "XDG_RUNTIME_DIR is not set",
                advice:
                    "Log in by ssh, a console or a display manager, which set it: commands need it for %1 and %2.")
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return Finding(
                "session.runtime", .warning, "XDG_RUNTIME_DIR is \(folder.onOneLine), which is no folder",
                advice: "Log out and in again, or unset it.")
        }
        guard status.st_uid == geteuid() else {
            return Finding(
                "session.runtime", .warning, "XDG_RUNTIME_DIR is \(folder.onOneLine), another user's",
                advice: "Log in as the user you mean, instead of su or sudo, which keep the variable.")
        }
        return Finding("session.runtime", folder.onOneLine)
    }

    private static var display: Finding {
        let displays = [("Wayland", "WAYLAND_DISPLAY"), ("X11", "DISPLAY")].compactMap { kind, variable in
            Environment.value(variable).map { "\(kind) (\($0))" }
        }
        let desktop = Environment.value("XDG_CURRENT_DESKTOP").map { [$0] } ?? []
        guard !displays.isEmpty else {
            return Finding("session.display", .note, "none, as on a console or over ssh: run \"belfry desktop\" there")
        }
        return Finding("session.display", (desktop + displays).joined(separator: ", ").onOneLine)
    }

    private static var terminal: Finding {
        Finding("session.terminal", Console.isTerminal ? "yes, \(Console.columns) columns" : "no")
    }
}
