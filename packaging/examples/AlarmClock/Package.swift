// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "AlarmClock",
    dependencies: [.package(name: "belfry", path: "../../..")],
    targets: [
        .executableTarget(
            name: "AlarmClock", dependencies: [.product(name: "UIKitNotifications", package: "belfry")],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
