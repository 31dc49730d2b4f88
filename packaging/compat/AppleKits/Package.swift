// swift-tools-version: 6.2
// Danger: in a build with these modules, `#if canImport(UIKit)` is true for every package, and the packages of other people compile the half that
// is meant for Apple's systems. Use them only in a program without such packages; else import UIKitNotifications or AppKitNotifications.

// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Apple's names for the modules of the older APIs. `packaging/build-compat AppleKits` builds them in a folder of their own.

let package = Package(
    name: "AppleKits",
    products: [
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "AppKit", targets: ["AppKit"]),
        .library(name: "Cocoa", targets: ["Cocoa"]),
    ],
    dependencies: [.package(name: "belfry", path: "../../..")],
    targets: [
        .target(name: "UIKit", dependencies: [.product(name: "UIKitNotifications", package: "belfry")]),
        .target(name: "AppKit", dependencies: [.product(name: "AppKitNotifications", package: "belfry")]),
        .target(name: "Cocoa", dependencies: ["AppKit"]),
    ]
)
