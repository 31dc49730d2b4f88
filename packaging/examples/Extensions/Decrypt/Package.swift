// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "Decrypt",
    dependencies: [.package(name: "belfry", path: "../../../.."), .package(path: "../../../compat")],
    targets: [
        .executableTarget(
            name: "Decrypt",
            dependencies: [
                .product(name: "UserNotifications", package: "belfry"),
                .product(name: "CryptoKit", package: "compat"), .product(name: "os", package: "compat"),
            ])
    ]
)
