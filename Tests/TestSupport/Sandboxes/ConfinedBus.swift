// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The bus of a confined program.
///
/// A process that is really confined relays bytes and descriptors. To the bus, and to the agent that asks the bus,
/// every client that connects here appears as that process. `withConfinedBus` creates it.
package struct ConfinedBus: Sendable {
    package let address: String
    /// The process that the bus sees; nil for xdg-dbus-proxy, which doesn't report it.
    package let processID: Int32?

    fileprivate static var script: String { String("\(#filePath)".dropLast("ConfinedBus.swift".count)) + "confined.py" }
    /// The system's Python, which is visible from within a sandbox.
    fileprivate static let python = "/usr/bin/python3"
    /// Hides the process with `PR_SET_DUMPABLE`, and runs the script that follows.
    fileprivate static let hiding = """
        import ctypes, sys
        ctypes.CDLL(None).prctl(4, 0)
        del sys.argv[0]
        exec(open(sys.argv[0]).read())
        """
    fileprivate static let proxy = "/usr/bin/xdg-dbus-proxy"
}

/// Runs `body` with the bus of a program that is confined in this way; ends its process afterwards.
///
/// - Parameters:
///   - confinement: The sandbox.
///   - address: The bus that `withPrivateBus` made.
///   - root: The root folder of a Flatpak sandbox, owned by the caller; nil makes a usual one.
///   - group: The control group of a snap, owned by the caller; nil makes a usual one.
///   - isolation: The caller's isolation.
///   - body: Receives the address of the bus.
/// - Returns: The value of `body`.
/// - Throws: The error of `body`, or the reason why this sandbox can't be made here.
package func withConfinedBus<Result>(
    _ confinement: Confinement, on address: String, root: SandboxRoot? = nil, group: SnapGroup? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: (ConfinedBus) async throws -> Result
) async throws -> Result {
    let bus = String(address.prefix { $0 != "," }.dropFirst("unix:path=".count))
    guard let slash = bus.lastIndex(of: "/") else { throw PrivateBusError(what: "\(address) has no folder") }
    let folder = String(bus[..<slash])
    let name = "confined-\(UInt32.random(in: 0 ... .max))"
    defer { unlink("\(folder)/\(name)") }

    var sandbox: [String] = []
    var changedRoot = ""
    var (ownRoot, ownGroup): (SandboxRoot?, SnapGroup?) = (nil, nil)
    defer {
        ownRoot?.remove()
        ownGroup?.remove()
    }
    switch confinement {
    case .host, .hidden: break
    case .flatpak, .flatpakProxy:
        if root == nil { ownRoot = try SandboxRoot(app: confinement.app) }
        guard let place = root ?? ownRoot else { break }
        switch try await SandboxRoot.technique() {
        case .bubblewrap: sandbox = place.words(sharing: folder) + ["--ro-bind", ConfinedBus.script, "/confined.py"]
        case .changedRoot: changedRoot = place.path
        }
    case .snap:
        if group == nil {
            ownGroup = try SnapGroup(
                "snap.chat.chat-4706fe54-7802-4808-aa7e-\(UInt32.random(in: 0 ... .max).padded).scope")
        }
    }
    let script = sandbox.isEmpty ? ConfinedBus.script : "/confined.py"
    let proxied = [
        ConfinedBus.proxy, "unix:path=\(bus[bus.index(after: slash)...])", name, "--filter",
        "--talk=org.belfry.Agent", "--fd=1",
    ]
    var words = sandbox
    if confinement == .flatpakProxy, !sandbox.isEmpty {
        words += proxied
    } else {
        words += [
            ConfinedBus.python, script, changedRoot, (group ?? ownGroup)?.path ?? "", folder, name,
            String(bus[bus.index(after: slash)...]),
        ]
        if confinement == .flatpakProxy { words += proxied }
        if confinement == .hidden { words[0...0] = [ConfinedBus.python, "-c", ConfinedBus.hiding] }
    }
    return try await running(words, named: confinement.app) { first in
        try await body(ConfinedBus(address: "unix:path=\(folder)/\(name)", processID: Int32(first)))
    }
}

/// Runs `body` during the run of a program that prints its process id when it is ready, and ends when its standard
/// input is closed.
private func running<Result>(
    _ words: [String], named app: String, isolation: isolated (any Actor)? = #isolation,
    _ body: (String) async throws -> Result
) async throws -> Result {
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    // Not pipes, because a program that another test starts at this moment must not inherit an end.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &input) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0 else {
        throw PrivateBusError(what: "socketpair: \(errno)")
    }
    let process: Int32
    do {
        defer { for end in [input[0], output[1]] { close(end) } }
        process = try spawn(
            words, descriptors: [0: input[0], 1: output[1]], environment: ["BELFRY_APP": app, "LC_ALL": "C.UTF-8"])
    }
    defer {
        // Closing these ends the program, inside or outside a sandbox.
        for end in [input[1], output[0]] { close(end) }
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(output[0], &buffer, buffer.count)
    guard count > 0 else { throw PrivateBusError(what: "\(words) did not come to be") }
    return try await body(String(decoding: buffer.prefix(count).filter { $0 != 10 }, as: UTF8.self))
}

extension UInt32 {
    /// The number in twelve hexadecimal digits, as the end of a UUID.
    fileprivate var padded: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }
}
