// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentInterface
import DBus

/// Values that a running agent knows, fetched by one call. No agent is started.
struct LiveValues {
    private let application: String

    /// - Parameter line: The arguments of the command, of which `--app` names the application.
    init(_ line: GivenArguments) { application = line.values(of: "--app").last ?? Environment.application }

    /// Fetches values that begin with a text; returns no values without an agent, or after an error.
    ///
    /// Values with line breaks or control characters are left out, and so are values that look like options.
    func values(
        _ kind: CompletionKind, in lists: [CompletionList] = [.pending], beginning text: String
    ) async -> [Candidate] {
        guard let session = try? await Session(for: application) else { return [] }
        let options = CompletionOptions(lists: lists, prefix: text)
        let found = (try? await session.agent.completions(kind, options)) ?? []
        return found.filter { !$0.value.isEmpty && $0.value.onOneLine == $0.value && !$0.value.hasPrefix("-") }
            .map { Candidate(value: $0.value, description: PlainTitle.cleaned($0.description)) }
    }
}
