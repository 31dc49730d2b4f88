// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Question",
    dependencies: [.package(name: "belfry", path: "../../../..")],
    targets: [
        .executableTarget(
            name: "Question", dependencies: [.product(name: "UserNotifications", package: "belfry")])
    ]
)
