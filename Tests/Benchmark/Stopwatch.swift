// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Measures the duration of work in seconds.
enum Stopwatch {
    static func time(_ work: () throws -> Void) rethrows -> Double {
        seconds(try ContinuousClock().measure(work))
    }

    static func timeAsync(_ work: () async throws -> Void) async rethrows -> Double {
        seconds(try await ContinuousClock().measure(work))
    }

    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
