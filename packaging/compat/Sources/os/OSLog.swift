// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A log, whose messages are lines on standard error: the agent puts those of an extension into its journal.
public final class OSLog: NSObject, Sendable {
    /// A part of a program whose messages belong together.
    public struct Category: Sendable {
        let name: String

        public static let pointsOfInterest = Category(name: "PointsOfInterest")
        public static let dynamicTracing = Category(name: "DynamicTracing")
        public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
    }

    public static let `default` = OSLog(subsystem: "", category: "")
    public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)

    let prefix: String
    private let isEnabled: Bool

    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
    }

    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.name)
    }

    private init(subsystem: String, category: String, isEnabled: Bool) {
        prefix = [subsystem, category].filter { !$0.isEmpty }.map { "\($0): " }.joined()
        self.isEnabled = isEnabled
        super.init()
    }

    /// Returns whether messages of a type are written: all are, unless the log is disabled.
    public func isEnabled(type: OSLogType) -> Bool { isEnabled }

    func write(_ type: OSLogType, _ text: String) {
        guard isEnabled else { return }
        let line = "\(type.name): \(prefix)\(text.replacing("\n", with: " "))\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
