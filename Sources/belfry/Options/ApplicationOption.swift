// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The option `--app`: the application whose requests are meant.
struct ApplicationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In the name of this application (default: $BELFRY_APP, else \"cli\").", valueName: "id"))
    var app: String?

    @Flag(name: .shortAndLong, help: "Print on the standard error which bus and which application the command uses.")
    var verbose = false

    /// Refuses `--all` beside `--app`.
    func refuse(all: Bool) throws {
        if all, app != nil { throw ValidationError("--all and --app exclude each other.") }
    }

    /// Connects to the agent, for the application or for all.
    ///
    /// - Throws: ``Failure`` with exit status 69 that names the bus address.
    func session(ofAll: Bool = false) async throws -> Session {
        let application = ofAll ? AgentNames.allApplications : application
        if verbose {
            let name = ofAll ? "all applications" : application.isEmpty ? "its own application" : "\"\(application)\""
            Console.say("calling the agent on \(BusAddress.session.address) for the application \(name)")
        }
        return try await Session(for: application)
    }

    /// Connects to the agent for the owner of a request; `%1` of `list --all` may be another application's.
    ///
    /// - Throws: ``Failure`` as ``session(ofAll:)``, and for a number that the last list doesn't have.
    func session(owning id: String) async throws -> Session {
        let session = try await session()
        guard let owner = try ownerListed(id) else { return session }
        return Session(connection: session.connection, application: owner)
    }

    /// Returns the application of a `%1`; nil with `--app`, or if the list doesn't contain it.
    func ownerListed(_ id: String) throws -> String? {
        guard app == nil, let number = LastList.ordinal(id) else { return nil }
        let owner = try? LastList.line(number).app
        return owner == "" ? nil : owner
    }

    /// The application id for the agent.
    var application: String { app ?? Environment.application }
}

extension ArgumentHelp {
    /// Help of an argument that names a request.
    static let request: ArgumentHelp =
        "The identifier, a prefix that only one request has, or %1 for the first of the last list in this terminal."
}
