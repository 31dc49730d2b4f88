// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// `--app`: whose requests are meant.
struct ApplicationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In the name of this application (default: $BELFRY_APP, else \"cli\").", valueName: "id"))
    var app: String?

    @Flag(name: .shortAndLong, help: "Say on the standard error which bus and which application are asked.")
    var verbose = false

    /// A connection to the agent for the application, or for all of them.
    ///
    /// - Throws: ``Failure`` with exit status 69 that names the address that was tried.
    func session(ofAll: Bool = false) throws -> Session {
        let application = ofAll ? AgentNames.allApplications : application
        if verbose {
            let name = ofAll ? "all applications" : application.isEmpty ? "its own application" : "\"\(application)\""
            Console.say("asking the agent on \(BusAddress.session.address) for \(name)")
        }
        return try Session(for: application)
    }

    /// The application id for the agent.
    var application: String { app ?? Environment.application }
}
