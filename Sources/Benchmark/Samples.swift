// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// Measurements of one thing.
struct Samples {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var count: Int { values.count }
    var median: Double { percentile(50) }
    var maximum: Double { values.max() ?? .nan }

    /// The smallest value that is not below `percent` of all; not a number without values.
    func percentile(_ percent: Int) -> Double {
        guard !values.isEmpty else { return .nan }
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(rank, 1) - 1]
    }
}
