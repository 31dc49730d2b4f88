// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TestSupport

/// Qt's tool generates C++ classes from the interfaces, and they compile.
@Suite struct QtInterfaceTests {
    @Test(arguments: [
        "org.belfry.NotificationCenter1", "org.belfry.NotificationDelegate1", "org.belfry.TestClock1",
        "org.freedesktop.Notifications",
    ])
    func `F1: qdbusxml2cpp accepts each interface, and its output compiles`(interface: String) async throws {
        let source = URL(filePath: Checkout.root).appending(path: "dbus/\(interface).xml")
        let folder = try temporaryFolder("qt")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let (proxy, adaptor) = ("\(folder)/proxy.h", "\(folder)/adaptor.h")
            let made = try await Program.run([
                "/usr/lib/qt5/bin/qdbusxml2cpp", "-p", "\(proxy):", "-a", "\(adaptor):", source.standardized.path,
            ])
            #expect(made.status == 0, "\(made.errors)")
            let flags = try await Program.run(["pkg-config", "--cflags", "Qt5DBus"])
                .output.split(whereSeparator: \.isWhitespace).map(String.init)
            for header in [proxy, adaptor] {
                let compiled = try await Program.run(
                    ["clang++", "-fsyntax-only", "-fPIC", "-x", "c++"] + flags + [header], seconds: 120)
                #expect(compiled.status == 0, "\(compiled.errors)")
            }
        }
    }
}
