// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The choice of a distributor among those that run or can be started.
struct DistributorChoice: Hashable, Sendable {
    enum Source: String, Sendable {
        /// `push.distributor` in `config.toml`.
        case configuration
        /// `belfry push distributor NAME`.
        case command
        /// The environment variable `UNIFIEDPUSH_DISTRIBUTOR`, which other connectors read, too.
        case environment
        /// Nobody has chosen: Belfry's own distributor, else the first by name.
        case automatic
    }

    /// Bus names of the chosen distributors, one for each source; nil if the source has no choice.
    var configured: String?
    var commanded: String?
    var environment: String?

    var source: Source {
        if configured != nil { return .configuration }
        if commanded != nil { return .command }
        return environment != nil ? .environment : .automatic
    }

    /// The bus name of the explicit choice; nil if there is no explicit choice.
    var explicit: String? { configured ?? commanded ?? environment }

    /// Chooses the distributor for a registration.
    ///
    /// - Parameters:
    ///   - current: The distributor that the registration has; empty for none.
    ///   - available: The distributors that run or can be started.
    /// - Returns: The bus name; nil if there is no distributor, or if the explicitly chosen distributor is missing.
    func distributor(current: String, among available: Set<String>) -> String? {
        if let explicit { return available.contains(explicit) ? explicit : nil }
        if available.contains(current) { return current }
        return available.contains(PushNames.ownDistributor) ? PushNames.ownDistributor : available.min()
    }
}
