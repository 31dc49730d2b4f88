// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport

/// Qt's tool generates C++ classes from the interfaces, and they compile.
@Suite struct QtInterfaceTests {
    private static let interfaces = [
        "org.belfry.NotificationCenter1", "org.belfry.NotificationDelegate1", "org.belfry.TestClock1",
        "org.freedesktop.Notifications",
    ]

    @Test func `F1: qdbusxml2cpp accepts each interface, and its output compiles`() async throws {
        let folder = try temporaryFolder("qt")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var includes = ""
        for (number, interface) in Self.interfaces.enumerated() {
            let source = URL(filePath: Checkout.root).appending(path: "dbus/\(interface).xml")
            let (proxy, adaptor) = ("proxy\(number).h", "adaptor\(number).h")
            let made = try await Program.run([
                "/usr/lib/qt5/bin/qdbusxml2cpp", "-p", "\(folder)/\(proxy):", "-a", "\(folder)/\(adaptor):",
                source.standardized.path,
            ])
            #expect(made.status == 0, "\(made.errors)")
            includes += "#include \"\(proxy)\"\n#include \"\(adaptor)\"\n"
        }
        // One run of the compiler, because it takes seconds to read Qt's headers.
        try includes.write(toFile: "\(folder)/all.cpp", atomically: true, encoding: .utf8)
        let flags = try await Program.run(["pkg-config", "--cflags", "Qt5DBus"])
            .output.split(whereSeparator: \.isWhitespace).map(String.init)
        let compiled = try await Program.run(
            ["clang++", "-fsyntax-only", "-fPIC"] + flags + ["\(folder)/all.cpp"], seconds: 120)
        #expect(compiled.status == 0, "\(compiled.errors)")
    }
}
