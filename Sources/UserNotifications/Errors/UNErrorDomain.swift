// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The domain of ``UNError``.
public let UNErrorDomain: String = "UNErrorDomain"
