// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus
import TestSupport
import Testing
import Triggers

/// The complete list of design §4: each error has one D-Bus name, which `--json` prints and whose last part Swift has.
///
/// | error | D-Bus | `belfry`, and its exit status | Swift, `BelfryRefusal` |
/// |---|---|---|---|
/// | InvalidRequest | a reserved identifier | `add --id belfry.tea`, 65 | `add` of the same |
/// | InvalidTrigger | an interval below 0 | `add --at` in the past, 65 | `add` of 2001 |
/// | InvalidAttachment | a missing file | `add --attach`, 65 | `add` of a text named .png |
/// | ContentTooLarge | 100,000 bytes of body | `add --body`, 65 | `add` of the same |
/// | TooManyRequests | a quota of 1 | `add`, 75 | `add` |
/// | NotAuthorized | forbidden by config.toml | `add`, 77 | `add` |
/// | NoSuchRequest | `Snooze` of an unknown request | `snooze`, 3 | `snoozeNotificationRequest` |
/// | StoreUnavailable | a store that is locked, newer, or a file | `add`, 73 | `add` |
/// | ServerUnavailable | `AddAll` with `noQueue` | `add --no-queue`, 69 | `add(_:waitsForServer:)` |
/// | AccessDenied | a sandboxed caller, another's id | `list --app`, 77 | `add` for another, or of a file |
/// | InvalidArgs | an invalid application id | `add --app`, 65 | `add` with such an id |
/// | UnknownMethod | an unknown method | any, with an older agent, 69 | `add` with an older agent |
///
/// This suite, ``ErrorsOfTheBusTests`` and, for StoreUnavailable, ``UnusableStoreTests`` test the first two columns;
/// `CenterRefusalTests` tests the last one. ``RefusalDocumentTests`` has every command that accepts `--json`.
@Suite struct RefusalTests {
    /// A call that provokes an error.
    struct Provocation: Sendable {
        var configuration: String?
        /// A call before it, which succeeds.
        var before: [String: Value]?
        var call: @Sendable (AgentProxy) async throws -> Void
        var command: [String]
        var status: Int32
    }

    private static func adding(_ more: [String: Value], _ identifier: String = "tea")
        -> @Sendable (AgentProxy)
        async throws -> Void
    {
        { _ = try await $0.add(request(identifier, more)) }
    }

    private static func provocation(_ code: Refusal.Code) -> Provocation? {
        let long = String(repeating: "x", count: 100_000)
        let add = ["add", "--title", "Tea", "--id", "tea"]
        return switch code {
        case .invalidRequest:
            Provocation(
                call: adding([:], "belfry.tea"), command: ["add", "--title", "Tea", "--id", "belfry.tea"], status: 65)
        case .invalidTrigger:
            Provocation(
                call: adding(["trigger": after(-1)]), command: add + ["--at", "2001-01-01 09:00"], status: 65)
        case .invalidAttachment:
            Provocation(
                call: adding(["attachments": .dictionaries([["url": .string("file:///nowhere/tea.png")]])]),
                command: add + ["--attach", "/nowhere/tea.png"], status: 65)
        case .contentTooLarge:
            Provocation(call: adding(["body": .string(long)]), command: add + ["--body", long], status: 65)
        case .tooManyRequests:
            Provocation(
                configuration: "quota = 1", before: request("first", ["trigger": tomorrow]),
                call: adding(["trigger": tomorrow]), command: add + ["--in", "1d"], status: 75)
        case .notAuthorized:
            Provocation(
                configuration: "[applications.\"\(TestAgent.app)\"]\nnotifications = false\n", call: adding([:]),
                command: add, status: 77)
        case .noSuchRequest:
            Provocation(
                call: { try await $0.snooze("tea", seconds: 60) }, command: ["snooze", "tea", "1m"], status: 3)
        case .serverUnavailable:
            Provocation(
                call: { agent in
                    let outcome = try await agent.addAll([request("tea")], options: ["noQueue": .boolean(true)])[0]
                    let error = BusError(
                        name: outcome["error"]?.string ?? "", message: outcome["message"]?.string ?? "")
                    throw Refusal(error) ?? error
                }, command: add + ["--no-queue"], status: 69)
        // This does not stand among the arguments.
        case .storeUnavailable: nil
        }
    }

    // UnusableStoreTests tests a store that can't be used.
    @Test(arguments: Refusal.Code.allCases.filter { $0 != .storeUnavailable })
    func `each error has one name over the bus and from the command line, and nothing changes`(
        _ code: Refusal.Code
    ) async throws {
        let provocation = try #require(Self.provocation(code))
        try await withAgent(configuration: provocation.configuration) { agent in
            if let before = provocation.before { _ = try await agent.proxy().add(before) }
            let pending = try await agent.proxy().pending().count

            let refusal = await #expect(throws: Refusal.self) { try await provocation.call(agent.proxy()) }
            #expect(refusal?.code == code && refusal?.message.isEmpty == false)
            try await agent.expectRefusal(
                Refusal.busPrefix + code.rawValue, provocation.status, of: provocation.command)

            #expect(try await agent.proxy().pending().count == pending)
            #expect(try await agent.proxy().delivered().isEmpty)
        }
    }
}
