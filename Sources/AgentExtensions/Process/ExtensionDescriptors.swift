// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import DBus
import Glibc
import SystemPackage

/// The agent's ends of the socket and the pipes of one run; none of them blocks.
struct ExtensionDescriptors: Sendable {
    /// The guard process's ends of the socket and the pipes: its standard input, output and error.
    struct Others: Sendable {
        let input: FileDescriptor
        let output: FileDescriptor
        let errors: FileDescriptor

        var all: [FileDescriptor] { [input, output, errors] }

        func close() { for descriptor in all { try? descriptor.close() } }
    }

    /// The socket to the guard, the process that kills the extension when the agent's end is closed.
    let guardSocket: Int32
    /// The end from which the agent reads the extension's standard output.
    let output: Int32
    /// The end from which the agent reads the extension's standard error.
    let errors: Int32

    /// Makes the socket and the pipes, which no other program inherits.
    ///
    /// - Throws: `Errno`, such as when the agent has too many open files.
    static func make() throws(Errno) -> (own: ExtensionDescriptors, others: Others) {
        var socket: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &socket) == 0, fcntl(socket[0], F_SETFL, O_NONBLOCK) == 0,
            belfry_pipe(&output) == 0, belfry_pipe(&errors) == 0
        else {
            let number = errno
            for end in socket + output + errors where end >= 0 { Glibc.close(end) }
            throw Errno(rawValue: number)
        }
        let others = Others(
            input: FileDescriptor(rawValue: socket[1]), output: FileDescriptor(rawValue: output[1]),
            errors: FileDescriptor(rawValue: errors[1]))
        return (ExtensionDescriptors(guardSocket: socket[0], output: output[0], errors: errors[0]), others)
    }

    func close() { for descriptor in [guardSocket, output, errors] { Glibc.close(descriptor) } }
}
