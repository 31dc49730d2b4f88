// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error that prevents a measurement.
struct MeasurementError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
