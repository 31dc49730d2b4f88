// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `packaging/compat/AppleKits`: Apple's names for programs without packages of other people.
@Suite struct AppleKitsTests {
    private static let package = SwiftCompiler.repository + "packaging/compat/AppleKits"

    @Test func `a program that imports UIKit and Cocoa compiles with the modules`() async throws {
        let folder = try TemporaryFolder()
        let compiler = SwiftCompiler(folder: folder.path)
        for module in ["UIKit", "AppKit", "Cocoa"] {
            try await compiler.buildModule(module, from: "\(Self.package)/Sources/\(module)/Exports.swift")
        }
        let source = """
            import Cocoa
            import UIKit

            func remind() {
                let notification = NSUserNotification()
                notification.title = "Tea"
                NSUserNotificationCenter.default.deliver(notification)
            }

            @MainActor
            func schedule() {
                let notification = UILocalNotification()
                notification.fireDate = Date()
                UIApplication.shared.scheduleLocalNotification(notification)
            }

            """
        for mode in SwiftCompiler.modes {
            #expect(try await compiler.complaints(about: source, mode: mode, modules: folder.path) == "")
        }
    }

    @Test func `Belfry's own package doesn't have them, and theirs tells the danger first`() throws {
        let own = try String(contentsOfFile: SwiftCompiler.repository + "Package.swift", encoding: .utf8)
        for module in ["UIKit", "AppKit", "Cocoa"] { #expect(!own.contains("\"\(module)\"")) }
        let theirs = try String(contentsOfFile: Self.package + "/Package.swift", encoding: .utf8)
        let lines = theirs.split(separator: "\n")
        #expect(lines.dropFirst().first?.hasPrefix("// Danger: ") == true)
    }
}
