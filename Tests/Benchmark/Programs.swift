// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Paths of the measured programs, which were built together with this one.
enum Programs {
    static let belfry = path("belfry")
    static let belfryd = path("belfryd")
    static let belfryPush = path("belfry-push")
    static let belfryDistributor = path("belfry-distributor")
    /// A minimal program that uses the Swift module.
    static let addOne = path("AddOne")

    /// The service extension of the template in Swift.
    static let notificationService = path("NotificationService")

    private static func path(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "./Benchmark"
        return URL(filePath: own).deletingLastPathComponent().appending(path: name).path()
    }
}
