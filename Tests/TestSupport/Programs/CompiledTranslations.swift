// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The translations for the programs that were built with the tests.
package enum CompiledTranslations {
    /// The folder `share/locale` of these programs; compiled once in a run.
    package static let folder: Result<String, any Error> = Result {
        let folder = try buildFolder.get() + "/../share/locale"
        let script = try spawn([Checkout.root + "packaging/translations", "compile", folder])
        var status: Int32 = 0
        waitpid(script, &status, 0)
        guard status == 0 else { throw AgentProcess.Failure(what: "packaging/translations failed: \(status)") }
        return folder
    }

    /// The folder of the tests and of the programs that were built with them.
    static let buildFolder: Result<String, any Error> = Result {
        let bundle = zip(CommandLine.arguments, CommandLine.arguments.dropFirst())
            .first { $0.0 == "--test-bundle-path" }?.1
        let link = realpath("/proc/self/exe", nil)
        defer { free(link) }
        let paths = [link.map { String(cString: $0) }, bundle, CommandLine.arguments[0]].compactMap(\.self)
        let folders = paths.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        guard let folder = folders.first(where: { access("\($0)/belfryd", X_OK) == 0 }) else {
            throw AgentProcess.Failure(what: "There is no belfryd beside \(paths); build it first.")
        }
        return folder
    }
}
