// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// A main.swift that names a delegate's class which doesn't exist.
import UIKitNotifications

UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "LostDelegate.NoDelegate")
