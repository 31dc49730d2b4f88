// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The executable `belfry-distributor`.
@main
struct BelfryDistributor: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "belfry-distributor")
}
