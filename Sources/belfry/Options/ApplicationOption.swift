// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import ArgumentParser
import DBus

/// The option `--app`, which selects the application whose requests a command uses, and `--verbose`.
struct ApplicationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In the name of this application (default: $BELFRY_APP, else \"cli\").", valueName: "id"))
    var app: String?

    @Flag(name: .shortAndLong, help: "Print on the standard error which bus and which application the command uses.")
    var verbose = false

    /// Refuses a command line with both `--all` and `--app`.
    func refuse(all: Bool) throws {
        if all, app != nil { throw ValidationError("--all and --app exclude each other.") }
    }

    /// Connects to the agent, for the selected application or for all applications.
    ///
    /// - Throws: ``Failure`` with exit status 69 and a message that names the bus address.
    func session(ofAll: Bool = false) async throws -> Session {
        let application = ofAll ? AgentNames.allApplications : application
        if verbose {
            let name = ofAll ? "all applications" : application.isEmpty ? "its own application" : "\"\(application)\""
            Console.say("calling the agent on \(BusAddress.session.address) for the application \(name)")
        }
        return try await Session(for: application)
    }

    /// Connects to the agent for the application that owns a request.
    ///
    /// A `%1` of `list --all` may belong to another application than the selected one.
    ///
    /// - Throws: ``Failure`` as ``session(ofAll:)``. A `%N` that the last list doesn't have causes no error.
    func session(owning id: String) async throws -> Session {
        let session = try await session()
        guard let owner = try ownerListed(id) else { return session }
        return Session(connection: session.connection, application: owner)
    }

    /// Returns the application that owns the request `%1` of the last list; nil for other identifiers, with `--app`, or
    /// if the list has no such line or doesn't name the application.
    func ownerListed(_ id: String) throws -> String? {
        guard app == nil, let number = LastList.ordinal(id) else { return nil }
        let owner = try? LastList.line(number).app
        return owner == "" ? nil : owner
    }

    /// The application id passed to the agent: `--app`, else that of the environment.
    var application: String { app ?? Environment.application }
}

extension ArgumentHelp {
    static let request: ArgumentHelp =
        "The identifier, a prefix that only one request has, or %1 for the first of the last list in this terminal."
}
