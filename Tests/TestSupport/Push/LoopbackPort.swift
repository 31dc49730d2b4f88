// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// Ports of this machine's loopback address.
package enum LoopbackPort {
    /// Returns a port that nobody uses at the moment.
    package static func free() throws -> Int {
        let listener = try listening()
        close(listener.descriptor)
        return listener.port
    }

    /// Opens a port that accepts connections; the caller closes the descriptor.
    package static func listening() throws -> (port: Int, descriptor: Int32) {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = address(of: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0 && listen(file, 8) == 0
            }
        }
        guard isOpen else {
            let number = errno
            close(file)
            throw AgentProcess.Failure(what: "there is no free port: \(number)")
        }
        return (Int(UInt16(bigEndian: address.sin_port)), file)
    }

    /// Waits until a program has written its port into a file; returns the port.
    package static func written(to path: String) async throws -> Int {
        try await withDeadline {
            while true {
                if let data = FileManager.default.contents(atPath: path),
                    let port = Int(String(decoding: data, as: UTF8.self))
                {
                    return port
                }
                try await yieldUntilDeadline()
            }
        }
    }

    /// Returns the rows of `/proc/net/tcp`, split at blanks, of the open connections that a server's port has.
    ///
    /// A connection within this machine has two rows, one for each end.
    package static func connections(to port: Int) throws -> [[Substring]] {
        let hex = String(port, radix: 16, uppercase: true)
        let target = "0100007F:" + String(repeating: "0", count: 4 - hex.count) + hex
        let file = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        // Foundation would stop at the first piece that the kernel gives.
        var (table, piece) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while case let count = read(file, &piece, piece.count), count != 0 {
            guard count > 0 else { throw AgentProcess.Failure(what: "/proc/net/tcp can't be read: \(errno)") }
            table += piece.prefix(count)
        }
        // The state 01 is an established connection.
        return String(decoding: table, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
            .filter { $0.count > 5 && ($0[1] == target || $0[2] == target) && $0[3] == "01" }
    }

    /// Waits until a program accepts connections; throws if it ends, with its output.
    package static func wait(for port: Int, of process: AgentProcess, log: String) async throws {
        try await withDeadline {
            while !accepts(port) {
                guard process.isAlive else {
                    let output = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                    throw AgentProcess.Failure(what: "the server has ended: \(output.suffix(2000))")
                }
                try await yieldUntilDeadline()
            }
        }
    }

    private static func accepts(_ port: Int) -> Bool {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(file) }
        var address = address(of: port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(of port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
