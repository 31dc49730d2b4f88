// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentPrograms

extension UnsandboxedAnswer {
    /// Returns the answer that ``ProcessOrigin`` gives for a process.
    static func origin(of process: Int32, handle: Int32?, label: String?) -> UnsandboxedAnswer {
        do {
            let origin = try ProcessOrigin(of: process, handle: handle, label: label)
            return .origin(origin.app, isSandboxed: origin.isSandboxed)
        } catch {
            return .unidentified(error.rawValue)
        }
    }
}
