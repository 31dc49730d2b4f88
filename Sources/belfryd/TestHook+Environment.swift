// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#if DEBUG || BELFRY_TEST_HOOKS
import AgentFiles
import Foundation

extension TestHook {
    private var variable: String {
        switch self {
        case .crashAt: "BELFRYD_CRASH_AT"
        case .listBytes: "BELFRYD_LIST_BYTES"
        case .answerBytes: "BELFRYD_ANSWER_BYTES"
        case .commandLimit: "BELFRYD_COMMAND_LIMIT"
        case .zoneFolder: "BELFRYD_ZONE_FOLDER"
        case .locationInterval: "BELFRYD_LOCATION_INTERVAL"
        }
    }

    /// Installs the test hooks whose environment variables are set.
    static func installFromEnvironment() {
        let environment = ProcessInfo.processInfo.environment
        let values = allCases.compactMap { hook in environment[hook.variable].map { (hook, $0) } }
        install(Dictionary(uniqueKeysWithValues: values))
    }
}
#endif
