// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc

/// Ports of this machine's loopback address.
package enum LoopbackPort {
    /// Returns a port that nobody uses at the moment.
    package static func free() throws -> Int {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(file) }
        var address = address(of: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, size) == 0 && getsockname(file, $0, &size) == 0
            }
        }
        guard status else { throw AgentProcess.Failure(what: "there is no free port: \(errno)") }
        return Int(UInt16(bigEndian: address.sin_port))
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
