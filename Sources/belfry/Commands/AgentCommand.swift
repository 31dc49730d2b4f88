// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import Glibc

/// The command `belfry agent`: executes belfryd.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Run the agent, belfryd, in the foreground.",
        discussion: "The arguments are belfryd's; see \"belfry agent --help\".")

    @Argument(parsing: .captureForPassthrough, help: "belfryd's options.")
    var arguments: [String] = []

    func run() throws {
        for program in Self.candidates {
            // The last candidate has no path, so it is looked up in PATH.
            var words = ([program] + arguments).map { strdup($0) }
            words.append(nil)
            if program.contains("/") { execv(program, words) } else { execvp(program, words) }
            guard errno == ENOENT else {
                throw Failure(.unavailable, "cannot run \(program): \(String(cString: strerror(errno)))")
            }
        }
        throw Failure(
            .unavailable, "belfryd is not installed; looked for it at \(Self.candidates.joined(separator: ", "))")
    }

    /// Paths at which belfryd may be: installed beside this program's folder, just built, or in `PATH`.
    static var candidates: [String] {
        let program =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/usr/bin/belfry"
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        return ["\(folder)/../libexec/belfryd", "\(folder)/belfryd", "belfryd"]
    }
}
