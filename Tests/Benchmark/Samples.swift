// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Measurements of the same kind.
struct Samples {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var count: Int { values.count }
    var median: Double { percentile(50) }
    var maximum: Double { values.max() ?? .nan }

    /// Returns the smallest value that at least `percent` of the values don't exceed; NaN without values.
    func percentile(_ percent: Int) -> Double {
        guard !values.isEmpty else { return .nan }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(rank, 1) - 1]
    }
}
