// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import AgentLocation

extension LocationFinding {
    /// The finding for the doctor's report.
    var finding: Finding {
        Finding("location.\(name)", isTrouble ? .note : .ok, text, advice: advice)
    }
}
