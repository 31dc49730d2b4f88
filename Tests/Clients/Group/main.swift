// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// Prints the folder of an application group, or nil.
let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: CommandLine.arguments[1])
print(folder?.path ?? "nil")
