// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `--app`: whose requests are meant.
struct ApplicationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "In the name of this application (default: $BELFRY_APP, else \"cli\").", valueName: "id"))
    var app: String?

    /// The application id for the agent.
    var application: String { app ?? Environment.application }
}
