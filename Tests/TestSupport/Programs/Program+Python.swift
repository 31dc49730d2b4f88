// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Program {
    /// The Python of the tests: that of `BELFRY_PYTHON`, which has jeepney, else the first one in `PATH`.
    package static var python: String { getenv("BELFRY_PYTHON").map { String(cString: $0) } ?? "python3" }
}
