// swift-tools-version: 6.2
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The targets are in this order: the modules of GLib and D-Bus, the model of notifications, the D-Bus interface,
// the store, the agent, the programs, then the tests in the same order.
// The README lists the modules that each module may import; the build checks it
// (`--explicit-target-dependency-import-check error`).

let package = Package(
    name: "belfry",
    products: [
        .executable(name: "belfry", targets: ["belfry"]),
        .executable(name: "belfryd", targets: ["belfryd"]),
        .executable(name: "belfry-push", targets: ["belfry-push"]),
        .executable(name: "belfry-distributor", targets: ["belfry-distributor"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "UserNotificationsUI", targets: ["UserNotificationsUI"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UIKitNotifications", targets: ["UIKitNotifications"]),
        .library(name: "AppKitNotifications", targets: ["AppKitNotifications"]),
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
        .systemLibrary(name: "CCoreLocation"),
        .systemLibrary(name: "CUserNotifications"),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CGio", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CCrypto"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),

        .target(name: "InterfaceXML", publicHeadersPath: "."),
        .target(name: "EventLoop", dependencies: ["CConcurrency", "CGLib"]),
        .target(name: "DBus", dependencies: ["CDBus", "EventLoop"]),
        .target(name: "ZoneFiles"),
        .target(name: "Triggers", dependencies: ["ZoneFiles"]),
        .target(name: "Translations"),
        .target(name: "NotificationModel", dependencies: ["Triggers"]),
        .target(name: "RemotePayload", dependencies: ["NotificationModel", "Triggers"]),
        .target(name: "ExtensionWire", dependencies: ["NotificationModel", "Triggers"]),
        .target(name: "WebPush", dependencies: ["CCrypto"]),
        .target(name: "HTTPTransport", dependencies: ["CCurl", "CGio", "EventLoop"]),
        .target(
            name: "PushProvider",
            dependencies: [
                "EventLoop", "HTTPTransport", "NotificationModel", "RemotePayload", "Triggers", "WebPush",
            ]),
        .executableTarget(
            name: "belfry-push",
            dependencies: [
                "EventLoop", "HTTPTransport", "NotificationModel", "PushProvider", "RemotePayload", "WebPush",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "SettingsEditor"),
        .target(name: "SettingsFile", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),
        .target(
            name: "DistributorStore",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
        .target(
            name: "PushDistributor",
            dependencies: [
                "DBus", "DistributorStore", "EventLoop", "HTTPTransport", "InterfaceXML", "SettingsFile",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "belfry-distributor",
            dependencies: [
                "CLinux", "DBus", "DistributorStore", "EventLoop", "HTTPTransport", "PushDistributor",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(name: "TimeExpressions", dependencies: ["Triggers"]),
        .target(name: "ICalendar", dependencies: ["TimeExpressions", "Triggers"]),
        .target(name: "ReminderFiles", dependencies: ["ICalendar", "TimeExpressions", "Triggers"]),
        .target(
            name: "AgentInterface",
            dependencies: ["DBus", "EventLoop", "InterfaceXML", "NotificationModel", "Triggers"]),
        .target(
            name: "NotificationStore",
            dependencies: [
                "EventLoop", "NotificationModel", "Triggers",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(
            name: "NotificationServer",
            dependencies: ["CGLib", "DBus", "EventLoop", "InterfaceXML", "NotificationModel"]),
        .target(
            name: "AgentLog",
            dependencies: [
                "DBus", "EventLoop", "NotificationStore", "Triggers",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "AgentFiles",
            dependencies: [
                "NotificationStore",
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "AgentPrograms",
            dependencies: [
                "AgentInterface", "AgentLog", "CLinux", "DBus", "EventLoop",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "AgentCallers",
            dependencies: [
                "AgentInterface", "AgentPrograms", "CGio", "CLinux", "DBus", "EventLoop",
            ]),
        .target(
            name: "AgentMachine",
            dependencies: [
                "AgentFiles", "AgentLog", "AgentPrograms", "DBus", "EventLoop", "Triggers", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "AgentMedia",
            dependencies: [
                "AgentFiles", "AgentPrograms", "CGdkPixbuf", "CLinux", "DBus", "NotificationModel", "Triggers",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "AgentRules",
            dependencies: [
                "AgentFiles", "AgentInterface", "AgentLog", "ICalendar", "NotificationModel", "NotificationStore",
                "SettingsFile", "TimeExpressions", "Translations", "Triggers",
            ]),
        .target(
            name: "AgentPush",
            dependencies: [
                "AgentCallers", "AgentInterface", "AgentLog", "AgentMachine", "DBus", "EventLoop", "InterfaceXML",
                "NotificationModel", "NotificationStore", "RemotePayload", "Translations", "Triggers", "WebPush",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "AgentLocation",
            dependencies: [
                "AgentInterface", "AgentLog", "AgentMachine", "DBus", "EventLoop", "NotificationModel",
                "NotificationStore", "Translations", "Triggers",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "AgentExtensions",
            dependencies: [
                "AgentCallers", "AgentFiles", "AgentInterface", "AgentLog", "AgentMachine", "AgentMedia",
                "AgentPrograms", "AgentRules", "CGLib", "CLinux", "DBus", "EventLoop", "ExtensionWire",
                "NotificationModel", "NotificationStore", "Translations", "Triggers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "DesktopPresentation",
            dependencies: [
                "AgentInterface", "AgentMedia", "AgentRules", "DBus", "NotificationModel", "NotificationStore",
                "TimeExpressions", "Triggers",
            ]),
        .target(
            name: "AgentSchedule",
            dependencies: [
                "AgentFiles", "AgentLog", "AgentMachine", "AgentRules", "EventLoop", "NotificationModel",
                "NotificationStore", "Translations", "Triggers",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "AgentDesktop",
            dependencies: [
                "AgentCallers", "AgentFiles", "AgentInterface", "AgentLog", "AgentMachine", "AgentMedia",
                "AgentPrograms", "AgentRules", "DBus", "DesktopPresentation", "EventLoop", "NotificationModel",
                "NotificationStore", "Translations", "Triggers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .target(
            name: "AgentOutbox",
            dependencies: [
                "AgentCallers", "AgentFiles", "AgentInterface", "AgentLog", "AgentMachine", "AgentPrograms",
                "AgentRules", "DBus", "EventLoop", "NotificationModel", "NotificationStore", "Triggers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(
            name: "AgentMaintenance",
            dependencies: [
                "AgentCallers", "AgentFiles", "AgentInterface", "AgentLog", "AgentMachine", "AgentMedia",
                "AgentPrograms", "AgentRules", "EventLoop", "NotificationModel", "NotificationStore", "SettingsFile",
                "Translations", "Triggers", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "AgentInbox",
            dependencies: [
                "AgentCallers", "AgentDesktop", "AgentExtensions", "AgentFiles", "AgentInterface", "AgentLocation",
                "AgentLog", "AgentMachine", "AgentMaintenance", "AgentMedia", "AgentOutbox", "AgentPush", "AgentRules",
                "AgentSchedule", "DBus", "DesktopPresentation", "EventLoop", "ExtensionWire", "NotificationModel",
                "NotificationStore", "ReminderFiles", "SettingsEditor", "SettingsFile", "TimeExpressions", "Triggers",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Agent",
            dependencies: [
                "AgentCallers", "AgentDesktop", "AgentExtensions", "AgentFiles", "AgentInbox", "AgentInterface",
                "AgentLocation", "AgentLog", "AgentMachine", "AgentMaintenance", "AgentMedia", "AgentOutbox",
                "AgentPrograms",
                "AgentPush", "AgentRules", "AgentSchedule", "CLinux", "DBus", "DesktopPresentation", "EventLoop",
                "ExtensionWire", "NotificationModel", "NotificationStore", "Triggers",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),

        .target(
            name: "AgentClient",
            dependencies: ["AgentInterface", "CConcurrency", "DBus", "EventLoop", "Triggers"]),
        .target(
            name: "CoreLocation",
            dependencies: ["AgentClient", "AgentInterface", "CCoreLocation", "DBus", "Triggers"]),
        .target(
            name: "UserNotifications",
            dependencies: [
                "AgentClient", "AgentInterface", "CoreLocation", "CUserNotifications", "DBus", "ExtensionWire",
                "NotificationModel", "Triggers",
            ]),
        .target(
            name: "UserNotificationsUI", dependencies: ["ExtensionWire", "NotificationModel", "UserNotifications"]),
        .target(name: "LegacyNotifications", dependencies: ["Triggers", "UserNotifications"]),
        .target(
            name: "UIKitNotifications",
            dependencies: ["CoreLocation", "EventLoop", "LegacyNotifications", "UserNotifications"]),
        .target(
            name: "AppKitNotifications",
            dependencies: ["LegacyNotifications", "NotificationModel", "UserNotifications"]),

        .executableTarget(
            name: "belfryd",
            dependencies: [
                "Agent", "AgentExtensions", "AgentFiles", "AgentInbox", "AgentInterface", "AgentMachine",
                "AgentMaintenance", "AgentMedia", "AgentPrograms", "AgentRules", "CLinux", "DBus", "EventLoop",
                "NotificationStore",
                "SettingsFile",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "belfry",
            dependencies: [
                "AgentInterface", "CGLib", "CLinux", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                "SettingsEditor", "Translations", "Triggers", "ZoneFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Measures belfry and belfryd; `packaging/bench` runs it. It imports SQLite to compare the store with plain
        // SQLite.
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                "AgentInterface", "CDBus", "DBus", "EventLoop", "NotificationModel", "NotificationServer",
                "NotificationStore", "TestSupport", "TimeExpressions", "Triggers", "UserNotifications", "WebPush",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Benchmark"),

        .target(
            name: "TestSupport",
            dependencies: [
                "AgentInterface", "DBus", "EventLoop", "NotificationServer", "WebPush",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tests/TestSupport",
            exclude: [
                "Push/connect_proxy.py", "Push/ntfy_server.py", "Push/push_server.py", "Sandboxes/confined.py",
                "Servers/person.py",
            ]),
        // Programs that the tests run, written as other people write them, one for each language mode.
        .executableTarget(
            name: "ClientFive", dependencies: ["CGLib", "UserNotifications"], path: "Tests/Clients/Five"),
        .executableTarget(name: "ClientSix", dependencies: ["CGLib", "UserNotifications"], path: "Tests/Clients/Six"),
        .executableTarget(name: "ClientAsync", dependencies: ["UserNotifications"], path: "Tests/Clients/Async"),
        .executableTarget(name: "ClientGroup", dependencies: ["UserNotifications"], path: "Tests/Clients/Group"),
        .executableTarget(
            name: "ClientRing", dependencies: ["UserNotificationsUI"], path: "Tests/Clients/Ring"),
        // A program that the benchmark runs.
        .executableTarget(name: "AddOne", dependencies: ["UserNotifications"], path: "Tests/Clients/AddOne"),
        // The example, which the tests run. packaging/examples/TeaTimer is also a separate package.
        .executableTarget(
            name: "TeaTimer", dependencies: ["UserNotifications"],
            path: "packaging/examples/TeaTimer/Sources/TeaTimer"),
        .executableTarget(
            name: "Letterbox", dependencies: ["UserNotifications"],
            path: "packaging/examples/Push/Letterbox/Sources/Letterbox"),
        .executableTarget(
            name: "AlarmClock", dependencies: ["UIKitNotifications"],
            path: "packaging/examples/AlarmClock/Sources/AlarmClock"),
        // Its objects are linked into the programs that the tests of the older APIs compile.
        .executableTarget(
            name: "ClientOlder",
            dependencies: ["AppKitNotifications", "UIKitNotifications", "UserNotifications"],
            path: "Tests/Clients/Older"),
        .executableTarget(
            name: "NotificationService", dependencies: ["UserNotifications"],
            path: "packaging/examples/ServiceExtension/Sources/NotificationService"),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "TestSupport"]),
        .testTarget(name: "DBusTests", dependencies: ["DBus", "EventLoop", "TestSupport"]),
        .testTarget(name: "ZoneFilesTests", dependencies: ["TestSupport", "Triggers", "ZoneFiles"]),
        .testTarget(name: "NotificationModelTests", dependencies: ["NotificationModel", "TestSupport", "Triggers"]),
        .testTarget(name: "RemotePayloadTests", dependencies: ["NotificationModel", "RemotePayload", "Triggers"]),
        .testTarget(
            name: "ExtensionWireTests", dependencies: ["ExtensionWire", "NotificationModel", "TestSupport", "Triggers"]),
        .testTarget(name: "HTTPTransportTests", dependencies: ["EventLoop", "HTTPTransport", "TestSupport"]),
        .testTarget(
            name: "PushDistributorTests",
            dependencies: [
                "belfry-distributor", "DBus", "DistributorStore", "EventLoop", "HTTPTransport", "PushDistributor",
                "SettingsFile", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "WebPushTests",
            dependencies: [
                "TestSupport", "WebPush",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], exclude: ["oracle.py"]),
        .testTarget(name: "SettingsEditorTests", dependencies: ["SettingsEditor"]),
        .testTarget(
            name: "TimeExpressionsTests", dependencies: ["TestSupport", "TimeExpressions", "Triggers"],
            exclude: ["Oracles/oracle.py", "Oracles/sun.py", "Oracles/Recorded", "corpus.txt"]),
        .testTarget(
            name: "ICalendarTests", dependencies: ["ICalendar", "TestSupport", "Triggers"], exclude: ["Oracles"]),
        .testTarget(
            name: "ReminderFilesTests", dependencies: ["ReminderFiles", "TestSupport", "TimeExpressions", "Triggers"]),
        .testTarget(
            name: "AgentInterfaceTests",
            dependencies: ["AgentInterface", "DBus", "EventLoop", "NotificationModel", "TestSupport", "Triggers"]),
        .testTarget(
            name: "NotificationStoreTests",
            dependencies: [
                "NotificationModel", "NotificationStore", "TestSupport", "Triggers",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "NotificationServerTests", dependencies: ["DBus", "EventLoop", "NotificationServer", "TestSupport"]),
        .testTarget(
            name: "AgentTests",
            dependencies: [
                "Agent", "AgentCallers", "AgentDesktop", "AgentExtensions", "AgentFiles", "AgentInbox",
                "AgentInterface",
                "AgentLog", "AgentMachine", "AgentMaintenance", "AgentMedia", "AgentOutbox", "AgentPrograms",
                "AgentRules", "AgentSchedule", "DBus", "DesktopPresentation", "EventLoop", "ExtensionWire",
                "NotificationModel", "NotificationServer", "NotificationStore", "SettingsFile", "TestSupport",
                "TimeExpressions", "Translations", "Triggers", "ZoneFiles",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .testTarget(
            name: "AgentLocationTests",
            dependencies: [
                "AgentInterface", "AgentLocation", "DBus", "NotificationServer", "NotificationStore", "TestSupport",
                "Triggers",
            ]),
        // Sources of programs for Apple's systems: they must build unchanged and without a warning.
        .target(
            name: "ClientsInSwift5", dependencies: ["CoreLocation", "UserNotifications"],
            path: "Tests/ClientsInSwift5"),
        .target(
            name: "ClientsInSwift6", dependencies: ["CoreLocation", "UserNotifications"],
            path: "Tests/ClientsInSwift6"),
        .testTarget(
            name: "UserNotificationsTests",
            dependencies: [
                "AgentClient", "AgentInterface", "AlarmClock", "AppKitNotifications", "ClientAsync", "ClientFive",
                "ClientGroup", "ClientOlder", "ClientRing", "ClientsInSwift5", "ClientsInSwift6", "ClientSix",
                "CoreLocation", "DBus", "EventLoop", "ExtensionWire", "LegacyNotifications", "NotificationModel",
                "NotificationServer", "NotificationService", "TeaTimer", "TestSupport", "Triggers",
                "UIKitNotifications", "UserNotifications", "UserNotificationsUI", "ZoneFiles",
            ], exclude: ["Fixtures"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AgentInterface", "belfry", "belfry-distributor", "belfry-push", "belfryd", "DBus", "EventLoop",
                "HTTPTransport", "Letterbox", "NotificationModel", "NotificationServer", "PushProvider", "TestSupport",
                "Triggers", "WebPush",
            ], exclude: ["Fixtures", "Help"]),
    ],
    swiftLanguageModes: [.v6]
)

// Functions that read foreign input are tested with a corpus. `packaging/fuzz` sets BELFRY_FUZZ and builds them with
// libFuzzer, which not every Swift toolchain contains.
let readers: [Target.Dependency] = [
    "AgentCallers", "AgentDesktop", "AgentExtensions", "AgentInbox", "AgentInterface", "AgentMaintenance", "AgentMedia",
    "AgentOutbox", "AgentPrograms", "AgentRules", "belfry", "CDBus", "DBus", "DesktopPresentation", "DistributorStore",
    "ExtensionWire", "HTTPTransport", "ICalendar", "NotificationModel", "NotificationServer", "NotificationStore",
    "PushDistributor",
    "RemotePayload", "ReminderFiles",
    "SettingsEditor", "SettingsFile", "TimeExpressions", "Translations", "Triggers", "WebPush", "ZoneFiles",
]
let foreignInput = "Tests/ForeignInputTests"
if Context.environment["BELFRY_FUZZ"] != nil, let command = package.targets.first(where: { $0.name == "belfry" }) {
    // Only tests may link an executable target. Without its `main`, belfry is a library target.
    package.products.removeAll { $0.name == command.name }
    package.targets.removeAll { [command.name, "EndToEndTests"].contains($0.name) }
    package.targets += [
        .target(name: command.name, dependencies: command.dependencies, exclude: ["Belfry+Main.swift"]),
        .executableTarget(
            name: "Fuzz", dependencies: readers, path: foreignInput, sources: ["Fuzz", "Inputs"],
            // Other linkers than lld fail on libFuzzer's object files.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
} else {
    package.targets.append(
        .testTarget(
            name: "ForeignInputTests", dependencies: readers + ["TestSupport"], path: foreignInput,
            exclude: ["Corpus", "Fuzz"]))
}

// `packaging/test --quick` builds and runs the tests of single modules, and not those of whole programs.
if Context.environment["BELFRY_QUICK"] != nil {
    let programs = [
        "AddOne", "AlarmClock", "Benchmark", "EndToEndTests", "ForeignInputTests", "Letterbox", "NotificationService",
        "TeaTimer",
        "UserNotificationsTests",
    ]
    package.targets.removeAll { programs.contains($0.name) || $0.name.hasPrefix("Client") }
}

// `packaging/soak orders` and `packaging/mutants` build the model test of the presentation queue and what it needs.
if Context.environment["BELFRY_MODEL_TEST"] != nil {
    let model = Target.testTarget(
        name: "PresentationTests",
        dependencies: ["AgentRules", "DesktopPresentation", "NotificationModel", "NotificationStore", "TestSupport"],
        path: "Tests/AgentTests/Presentation")
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: [String: Target] = [:]
    func need(_ target: Target) {
        guard needed.updateValue(target, forKey: target.name) == nil else { return }
        for case .byNameItem(let name, _) in target.dependencies { targets[name].map(need) }
    }
    need(model)
    package.products = []
    package.targets = Array(needed.values)
}

// The settings of the clients: those of other people's packages, without this package's own settings.
let clients: [String: [SwiftSetting]] = [
    "ClientsInSwift5": [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
    "ClientsInSwift6": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    // This client has a delegate whose conformance causes a correct warning, so warnings are no errors here.
    "ClientFive": [.swiftLanguageMode(.v5)],
    "ClientSix": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "ClientGroup": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "ClientRing": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "ClientAsync": [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ],
    "AddOne": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "Letterbox": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
    "NotificationService": [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
    "AlarmClock": [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
    "ClientOlder": [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
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
    // An async function runs on its caller's executor, so that one thread runs everything in order. The public modules
    // do not set this feature: methods of a client's @MainActor class that implement an async requirement would lose
    // the main actor.
    let publicModules = [
        "AppKitNotifications", "CoreLocation", "UIKitNotifications", "UserNotifications", "UserNotificationsUI",
    ]
    if !publicModules.contains(target.name) {
        target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
    }
    // `packaging/test` sets this for the programs that the tests run.
    if target.name == "belfryd", Context.environment["BELFRY_TEST_HOOKS"] != nil {
        target.swiftSettings?.append(.define("BELFRY_TEST_HOOKS"))
    }
}

// `packaging/deb --source` builds without a network, with the sources of these packages in a folder.
if let folder = Context.environment["BELFRY_VENDOR"] {
    let names = ["GRDB.swift", "TOMLKit", "swift-argument-parser", "swift-log", "swift-subprocess", "swift-system"]
    package.dependencies = names.map { .package(path: "\(folder)/\($0)") }
}
