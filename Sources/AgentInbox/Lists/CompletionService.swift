// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentDesktop
import AgentInterface
import AgentMachine
import AgentRules
import DBus
import NotificationModel
import NotificationStore
import Triggers

/// Finds values with which a shell completes the words of a command.
///
/// Titles are returned as applications gave them: the program that passes a title to a shell must make it harmless.
struct CompletionService: Sendable {
    let store: NotificationStore
    let lists: RequestLists
    let places: PlaceService
    let authorizations: Authorizations

    /// Returns the values of a kind, such as identifiers, each once.
    ///
    /// - Throws: ``Triggers/Refusal`` for an unknown kind or option; `AccessDenied` for keys and places if the caller is
    ///   sandboxed; ``NotificationStore/StoreError``.
    func values(
        _ word: String, _ options: Value, of app: String, for caller: Caller
    ) async throws -> [[String: Value]] {
        guard let kind = CompletionKind(rawValue: word) else {
            let known = CompletionKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Refusal.invalidRequest("kind is \"\(word)\"; there are \(known)")
        }
        let options = try DictionaryCoding.decode(CompletionOptions.self, from: options)
        var known: Set<String> = []
        return try await values(kind, options, of: app, for: caller)
            .filter { $0.value.hasPrefix(options.prefix) && known.insert($0.value).inserted }
            .prefix(options.limit).map(\.dictionary)
    }

    private func values(
        _ kind: CompletionKind, _ options: CompletionOptions, of app: String, for caller: Caller
    ) async throws -> [CompletionValue] {
        switch kind {
        case .requests: try await requests(options, of: app)
        case .applications: try await applications(options, for: caller)
        case .categories: try await store.categories(app: app).map { CompletionValue($0.identifier) }
        case .actions: try await actions(of: app)
        case .keys: try await keys(options, for: caller)
        case .places:
            try await places.list(for: caller).compactMap { $0["identifier"]?.string.map { CompletionValue($0) } }
        }
    }

    private func requests(_ options: CompletionOptions, of app: String) async throws -> [CompletionValue] {
        let hasTitles = await authorizations.configuration.completion.hasTitles
        var found: [CompletionValue] = []
        for list in options.lists where found.count < options.limit {
            let page = ListPage(prefix: options.prefix, limit: options.limit)
            found += try await lists.requests(in: list, page: page, of: app)
                .map { CompletionValue($0.identifier, hasTitles ? $0.title : "") }
        }
        return found
    }

    private func applications(_ options: CompletionOptions, for caller: Caller) async throws -> [CompletionValue] {
        if caller.isSandboxed { return [CompletionValue(caller.app)] }
        let page = ListPage(prefix: options.prefix, limit: options.limit)
        return try await store.applications(page: page).map { app, pending in
            CompletionValue(app, pending == 0 ? "" : "\(pending) pending")
        }
    }

    private func actions(of app: String) async throws -> [CompletionValue] {
        let ofCategories = try await store.categories(app: app).flatMap(\.actions)
        let page = ListPage(limit: CompletionOptions.largestLimit)
        let ofRequests = try await lists.shown(page: page, of: app).flatMap(\.notification.request.responsePlan.actions)
        let hasTitles = await authorizations.configuration.completion.hasTitles
        return (ofCategories + ofRequests).map { CompletionValue($0.identifier, hasTitles ? $0.title : "") }
    }

    private func keys(_ options: CompletionOptions, for caller: Caller) async throws -> [CompletionValue] {
        guard !caller.isSandboxed else {
            throw BusError.accessDenied("\(caller.app) is sandboxed; sandboxed applications may not read config.toml.")
        }
        let table = "applications."
        guard options.prefix.hasPrefix(table) || table.hasPrefix(options.prefix) else {
            return Configuration.keyNames.map { CompletionValue($0) }
        }
        // The caller may have typed a whole application id as part of the key, so each application's keys are listed.
        let apps = try await store.applications(page: ListPage(limit: CompletionOptions.largestLimit)).map(\.app)
        let ofApplications = apps.flatMap { app in Configuration.applicationKeyNames.map { "\(table)\(app).\($0)" } }
        return (Configuration.keyNames + ofApplications).map { CompletionValue($0) }
    }
}

extension RequestLists {
    /// Reads the identifiers and titles of requests in a list, in its order.
    ///
    /// Early warnings are left out, because they are changed together with their request.
    fileprivate func requests(
        in list: CompletionList, page: ListPage, of app: String
    ) async throws -> [(identifier: String, title: String)] {
        switch list {
        case .pending:
            return try await store.pendingOutlines(app: app, page: page).outlines
                .filter(\.parentIdentifier.isEmpty).map { ($0.identifier, $0.title) }
        case .delivered:
            return try await shown(page: page, of: app).map(\.notification.request).map {
                ($0.identifier, $0.content.title)
            }
        case .held:
            return try await store.missed(app: app).filter(\.isWaiting).map {
                ($0.request.identifier, $0.request.content.title)
            }
        case .ended:
            let filter = HistoryFilter(identifier: page.prefix)
            return try await store.history(app: app, filter, page: ListPage(limit: page.limit), at: clock.now).entries
                .map(\.notification.request).map { ($0.identifier, $0.content.title) }
        }
    }

    /// Reads the delivered notifications that appear in lists, the newest first.
    fileprivate func shown(page: ListPage, of app: String) async throws -> [Occurrence] {
        await listed(try await store.delivered(app: app, page: page).occurrences)
    }
}
