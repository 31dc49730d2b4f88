// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Starts a program found on the path, without Foundation, so that its signal mask is empty.
///
/// A test runs on a concurrency thread, which blocks signals; a child that inherits that mask can't be ended by
/// SIGTERM.
///
/// - Parameters:
///   - arguments: The program and its arguments.
///   - descriptors: The program's descriptors by their numbers in the program; without an entry, 0, 1 and 2 are
///     inherited.
///   - environment: Variables that are added to this process's environment.
///   - inheritsEnvironment: False: `environment` is the whole environment, but for the options of a sanitizer.
/// - Returns: The process; the caller must wait for it.
/// - Throws: ``PrivateBusError`` if the program cannot be started.
package func spawn(
    _ arguments: [String], descriptors: [Int32: Int32] = [:], environment: [String: String] = [:],
    inheritsEnvironment: Bool = true
) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in descriptors { posix_spawn_file_actions_adddup2(&actions, source, target) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var all = inheritsEnvironment ? inheritedEnvironment() : Sanitizer.options
    for (name, value) in environment { all[name] = value }
    let words = arguments.map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: Int32 = 0
    var status = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
    // A process that another test has forked holds a file of this test open for writing, until it calls exec.
    let end = ContinuousClock.now + .seconds(5)
    while status == ETXTBSY, ContinuousClock.now < end {
        sched_yield()
        status = posix_spawnp(&process, arguments[0], &actions, &attributes, words, variables)
    }
    guard status == 0 else { throw PrivateBusError(what: "\(arguments[0]) cannot be started: \(status)") }
    return process
}

private func inheritedEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
        let text = String(cString: entry)
        if let equals = text.firstIndex(of: "=") {
            result[String(text[..<equals])] = String(text[equals...].dropFirst())
        }
        next += 1
    }
    return result
}
