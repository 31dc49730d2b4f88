// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option `--dry-run` of commands that change something.
struct TrialOption: ParsableArguments {
    @Flag(name: .customLong("dry-run"), help: "Print what would be changed, and change nothing.")
    var isWanted = false

    /// Tells the person that nothing was changed, if the option was given.
    func tell() {
        if isWanted { Console.say("nothing was changed, because of --dry-run") }
    }
}
