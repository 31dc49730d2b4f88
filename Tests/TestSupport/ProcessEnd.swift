// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Waits until a process that is not a child of this one has ended.
///
/// A zombie, for which its parent has not waited yet, counts as ended. Throws ``DeadlineExceeded``.
package func waitForEnd(of process: Int32, file: String = #fileID, line: Int = #line) async throws {
    try await withDeadline(file: file, line: line) {
        while let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            !status.contains("State:\tZ")
        {
            try await yieldUntilDeadline()
        }
    }
}
