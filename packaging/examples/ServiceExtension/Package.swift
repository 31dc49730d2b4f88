// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A service extension that was written for Apple's systems, as a program for Linux: put the author's files beside
// `main.swift`, and name the extension's class there.

let package = Package(
    name: "ServiceExtension",
    dependencies: [.package(name: "belfry", path: "../../.."), .package(path: "../../compat")],
    targets: [
        .executableTarget(
            name: "NotificationService",
            dependencies: [
                .product(name: "UserNotifications", package: "belfry"),
                // These two are needed only by files that import them.
                .product(name: "CryptoKit", package: "compat"),
                .product(name: "os", package: "compat"),
            ])
    ],
    // Most of the existing extensions were written for Swift 5.
    swiftLanguageModes: [.v5]
)
