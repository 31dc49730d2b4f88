// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Files that import AppKit use Foundation without importing it, as on Apple's systems.
@_exported public import Foundation
