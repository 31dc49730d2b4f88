// swift-tools-version: 6.0
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Modules that service extensions for Apple's systems import and Linux lacks. Belfry itself doesn't need this package.

let package = Package(
    name: "compat",
    products: [
        .library(name: "CryptoKit", targets: ["CryptoKit"]),
        .library(name: "os", targets: ["os"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0")],
    targets: [
        .target(name: "CryptoKit", dependencies: [.product(name: "Crypto", package: "swift-crypto")]),
        // The module map is passed on to every target that depends on `os`.
        .systemLibrary(name: "OSModule"),
        .target(name: "os", dependencies: ["OSModule"]),
    ]
)
