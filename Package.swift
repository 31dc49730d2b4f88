// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Rows are in the order of the plot: the two worlds below, what a notification is, the contract,
// the store, the agent, the programs, then the tests in the same order.
// `design.md` tells which module may import which; the build checks it
// (`--explicit-target-dependency-import-check error`).

let package = Package(
    name: "belfry",
    products: [
        .executable(name: "belfry", targets: ["belfry"]),
        .executable(name: "belfryd", targets: ["belfryd"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.10.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    ],
    targets: [
        .systemLibrary(name: "CConcurrency"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CUserNotifications"),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGio", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),

        .target(name: "EventLoop", dependencies: ["CConcurrency", "CGLib"]),
        .target(name: "DBus", dependencies: ["CDBus", "EventLoop"]),
        .target(name: "ZoneFiles"),
        .target(name: "NotificationModel", dependencies: ["ZoneFiles"]),
        .target(name: "TimeExpressions", dependencies: ["NotificationModel"]),
        .target(
            name: "AgentInterface", dependencies: ["DBus", "EventLoop", "NotificationModel"],
            resources: [
                .embedInCode("Interfaces/org.belfry.NotificationCenter1.xml"),
                .embedInCode("Interfaces/org.belfry.NotificationDelegate1.xml"),
                .embedInCode("Interfaces/org.belfry.TestClock1.xml"),
            ]),
        .target(
            name: "NotificationStore",
            dependencies: ["NotificationModel", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(
            name: "NotificationServer", dependencies: ["DBus", "EventLoop", "NotificationModel"],
            resources: [.embedInCode("Interfaces/org.freedesktop.Notifications.xml")]),
        .target(
            name: "Agent",
            dependencies: [
                "AgentInterface", "CGdkPixbuf", "CGio", "CLinux", "DBus", "EventLoop", "NotificationModel",
                "NotificationStore", "TimeExpressions", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            path: "Sources",
            sources: [
                "Agent", "AgentCallers", "AgentDesktop", "AgentFiles", "AgentInbox", "AgentLog", "AgentMachine",
                "AgentMaintenance", "AgentMedia", "AgentOutbox", "AgentPrograms", "AgentRules", "AgentSchedule",
                "DesktopPresentation",
            ]),

        .target(name: "CoreLocation"),
        .target(
            name: "UserNotifications",
            dependencies: [
                "AgentInterface", "CConcurrency", "CUserNotifications", "CoreLocation", "DBus", "EventLoop",
                "NotificationModel",
            ]),

        .executableTarget(
            name: "belfryd",
            dependencies: [
                "Agent", "AgentInterface", "CLinux", "DBus", "EventLoop", "NotificationStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "belfry",
            dependencies: [
                "AgentInterface", "CGLib", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Measures the two programs; `packaging/bench` runs it. It alone meets SQLite beside the store: to be the store's peer.
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                "AgentInterface", "CDBus", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                "NotificationStore", "TestSupport", "TimeExpressions", "UserNotifications",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),

        .target(
            name: "TestSupport",
            dependencies: [
                "AgentInterface", "DBus", "EventLoop", "NotificationServer",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/TestSupport", exclude: ["Servers/person.py", "Sandboxes/confined.py"]),
        // Programs as other people write them, for the tests to run: one language mode each.
        .executableTarget(
            name: "ClientFive", dependencies: ["CGLib", "UserNotifications"], path: "Tests/Clients/Five"),
        .executableTarget(name: "ClientSix", dependencies: ["CGLib", "UserNotifications"], path: "Tests/Clients/Six"),
        .executableTarget(name: "ClientAsync", dependencies: ["UserNotifications"], path: "Tests/Clients/Async"),
        // For the benchmark to run.
        .executableTarget(name: "AddOne", dependencies: ["UserNotifications"], path: "Tests/Clients/AddOne"),
        // The example, for the tests to run; it is a package of its own, too.
        .executableTarget(
            name: "TeaTimer", dependencies: ["UserNotifications"],
            path: "packaging/examples/TeaTimer/Sources/TeaTimer"),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"]),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "EventLoop", "TestSupport"]),
        .testTarget(name: "ZoneFilesTests", dependencies: ["NotificationModel", "TestSupport", "ZoneFiles"]),
        .testTarget(name: "NotificationModelTests", dependencies: ["NotificationModel", "TestSupport"]),
        .testTarget(
            name: "TimeExpressionsTests", dependencies: ["NotificationModel", "TestSupport", "TimeExpressions"],
            exclude: ["Oracles/oracle.py", "Oracles/Recorded", "corpus.txt"]),
        .testTarget(
            name: "AgentInterfaceTests", dependencies: ["AgentInterface", "DBus", "NotificationModel", "TestSupport"]),
        .testTarget(
            name: "NotificationStoreTests",
            dependencies: [
                "NotificationModel", "NotificationStore", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "NotificationServerTests", dependencies: ["DBus", "EventLoop", "NotificationServer", "TestSupport"]),
        .testTarget(
            name: "AgentTests",
            dependencies: [
                "Agent", "AgentInterface", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                "NotificationStore", "TestSupport", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        // Sources as programs for Apple's systems have them: they must build, without a warning, as they are.
        .target(
            name: "ClientsInSwift5", dependencies: ["CoreLocation", "UserNotifications"],
            path: "Tests/ClientsInSwift5"),
        .target(
            name: "ClientsInSwift6", dependencies: ["CoreLocation", "UserNotifications"],
            path: "Tests/ClientsInSwift6"),
        .testTarget(
            name: "UserNotificationsTests",
            dependencies: [
                "AgentInterface", "ClientAsync", "ClientFive", "ClientSix", "ClientsInSwift5", "ClientsInSwift6",
                "CoreLocation", "DBus", "EventLoop", "NotificationModel", "NotificationServer", "TeaTimer",
                "TestSupport",
                "UserNotifications",
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AgentInterface", "belfry", "belfryd", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                "TestSupport",
            ], exclude: ["Fixtures", "Help"]),
    ],
    swiftLanguageModes: [.v6]
)

// What reads foreign input is tested with a corpus, and is a program of libFuzzer's for `packaging/fuzz`, which alone sets
// this: not every Swift comes with libFuzzer.
let readers: [Target.Dependency] = [
    "Agent", "AgentInterface", "belfry", "CDBus", "DBus", "NotificationModel", "NotificationServer",
    "NotificationStore",
    "TimeExpressions", "ZoneFiles",
]
let foreignInput = "Tests/ForeignInputTests"
if Context.environment["BELFRY_FUZZ"] != nil, let command = package.targets.first(where: { $0.name == "belfry" }) {
    // Only tests link the code of a program; without its `main` it is any module.
    package.products.removeAll { $0.name == command.name }
    package.targets.removeAll { [command.name, "EndToEndTests"].contains($0.name) }
    package.targets += [
        .target(name: command.name, dependencies: command.dependencies, exclude: ["Belfry.swift"]),
        .executableTarget(
            name: "Fuzz", dependencies: readers, path: foreignInput, sources: ["Fuzz", "Inputs"],
            // The other linkers stumble over what libFuzzer is made of.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
} else {
    package.targets.append(
        .testTarget(
            name: "ForeignInputTests", dependencies: readers + ["TestSupport"], path: foreignInput,
            exclude: ["Corpus", "Fuzz"]))
}

// What other people's packages have, and nothing of ours.
let clients: [String: [SwiftSetting]] = [
    "ClientsInSwift5": [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
    "ClientsInSwift6": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    // It has a delegate whose conformance is a warning, rightly.
    "ClientFive": [.swiftLanguageMode(.v5)],
    "ClientSix": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "ClientAsync": [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ],
    "AddOne": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "TeaTimer": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
]

for target in package.targets where target.type != .system {
    if let settings = clients[target.name] {
        target.swiftSettings = settings
        continue
    }
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
    // One thread, one order: an async function runs where its caller runs. Not in the public module: the methods of a client's
    // @MainActor class that implement an async requirement of ours would no longer be the main actor's.
    if target.name != "UserNotifications" {
        target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    }
}
