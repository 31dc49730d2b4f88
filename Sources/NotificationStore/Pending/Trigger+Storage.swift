// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Triggers

extension Trigger {
    /// Whether the trigger counts real time, so that its moment moves with the clock when that is set.
    var countsRealTime: Bool {
        if case .timeInterval = self { true } else { false }
    }
}
