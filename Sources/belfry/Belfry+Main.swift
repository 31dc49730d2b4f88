// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The program's entry point is in a file of its own, which `packaging/fuzz` leaves out.
@main extension Belfry {}
