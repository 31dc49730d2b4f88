// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGio

/// The proxy of the desktop's settings for an address, by GIO.
enum ProxyLookup {
    /// Returns the proxy's address; nil if GIO knows none, and libcurl then reads the environment (`https_proxy`).
    ///
    /// The lookup may block, so it must be called off the loop.
    static func proxy(for url: String) -> String? {
        guard let resolver = g_proxy_resolver_get_default(), g_proxy_resolver_is_supported(resolver) != 0,
            let list = g_proxy_resolver_lookup(resolver, url, nil, nil)
        else { return nil }
        defer { g_strfreev(list) }
        guard let first = list[0] else { return nil }
        let proxy = String(cString: first)
        return proxy == "direct://" ? nil : proxy
    }
}
