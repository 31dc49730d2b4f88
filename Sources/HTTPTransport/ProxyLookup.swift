// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGio
import Glibc

/// Finds the proxy for an address in the desktop's settings, by GIO.
enum ProxyLookup {
    /// Returns the proxy's address; nil if GIO knows none. In that case libcurl reads the environment (`https_proxy`).
    ///
    /// The lookup may block, so it must be called off the loop.
    static func proxy(for url: String) -> String? {
        guard let resolver = g_proxy_resolver_get_default(), g_proxy_resolver_is_supported(resolver) != 0,
            let list = g_proxy_resolver_lookup(resolver, url, nil, nil)
        else { return nil }
        defer { g_strfreev(list) }
        var entries: [String] = []
        while let entry = list[entries.count] { entries.append(String(cString: entry)) }
        return address(in: entries)
    }

    /// Returns the first of GIO's proxy entries that libcurl can use, in libcurl's form; nil for a direct connection.
    static func address(in entries: [String]) -> String? {
        for entry in entries {
            guard let end = entry.firstRange(of: "://") else { continue }
            switch entry[..<end.lowerBound].lowercased() {
            case "direct": return nil
            // libcurl takes "socks" for SOCKS version 4. GIO lets the proxy look up the host, which is libcurl's "h".
            case "socks", "socks5": return "socks5h://\(entry[end.upperBound...])"
            case "http", "https", "socks4", "socks4a", "socks5h": return entry
            default: continue
            }
        }
        return nil
    }

    /// Milliseconds that the program asked for a proxy may take: it may have to fetch a script that names the proxy.
    private static let patience: Int32 = 20_000

    /// Asks a program that answers with ``ProxyQuestion``; a failure counts as no proxy. The call blocks its thread.
    @concurrent static func proxy(for url: String, by program: [String]) async -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = spawn(program + [url], output: ends[1])
        close(ends[1])
        guard let process else { return nil }
        var answer: [UInt8] = []
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        while answer.count <= 1000, answer.last != UInt8(ascii: "\n") {
            let count = poll(&ready, 1, patience)
            if count < 0, errno == EINTR { continue }
            var byte: UInt8 = 0
            guard count == 1, read(ends[0], &byte, 1) == 1 else { break }
            answer.append(byte)
        }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // A complete answer ends with a line feed.
        guard answer.count > 1, answer.last == UInt8(ascii: "\n") else { return nil }
        return String(decoding: answer.dropLast(), as: UTF8.self)
    }

    private static func spawn(_ command: [String], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        return posix_spawn(&process, command[0], &actions, nil, words, environ) == 0 ? process : nil
    }
}

/// The question for the proxy of an address, which a long-running program asks a second process of the same executable.
///
/// GIO loads libproxy and the desktop's settings and starts three threads, which take 3 MB for as long as a process runs.
package enum ProxyQuestion {
    /// The option with which a program answers the question; the next argument is the address of the request.
    package static let option = "--proxy-of"

    /// Prints the proxy's address if the arguments ask for it; returns the exit status, or nil for other arguments.
    package static func answer(_ arguments: [String]) -> Int32? {
        guard arguments.count == 2, arguments[0] == option else { return nil }
        print(ProxyLookup.proxy(for: arguments[1]) ?? "")
        fflush(nil)
        return 0
    }
}
