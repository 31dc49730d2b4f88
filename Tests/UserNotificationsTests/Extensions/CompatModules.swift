// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The modules of `packaging/compat`, which `packaging/build-compat` builds.
enum CompatModules {
    private static let folder = SwiftCompiler.repository + ".build-compat/debug"

    /// The folders with the modules, and with the module map for `import os.log`.
    static let folders = [folder + "/Modules", SwiftCompiler.repository + "packaging/compat/Sources/OSModule"]

    static var areBuilt: Bool { has("os") }
    /// Whether `CryptoKit` is built, too, which takes minutes.
    static var haveCryptoKit: Bool { has("CryptoKit") }

    private static func has(_ module: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/Modules/\(module).swiftmodule")
    }

    /// The objects of the modules, and of swift-crypto, which one of them re-exports.
    static func objects() throws -> [String] {
        let targets =
            haveCryptoKit
            ? try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".build") }
            : ["os.build"]
        return try targets.flatMap { target in
            let path = "\(folder)/\(target)"
            return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".o") }
                .map { "\(path)/\($0)" }
        }
    }
}
