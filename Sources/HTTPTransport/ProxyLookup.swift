// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGio
import Glibc

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
        _ = outlivesBus
        guard let first = list[0] else { return nil }
        let proxy = String(cString: first)
        return proxy == "direct://" ? nil : proxy
    }

    /// Keeps GIO from ending this program, when the session bus ends, by a signal that looks like the person's wish.
    ///
    /// The desktop's settings come over a connection that GIO opens for the whole process. It raises SIGTERM when that
    /// connection is lost.
    private static let outlivesBus: Void = {
        // Without an address GIO would start a bus.
        guard getenv("DBUS_SESSION_BUS_ADDRESS") != nil, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
            return
        }
        // The reference is kept, so that there is no other connection later.
        g_dbus_connection_set_exit_on_close(bus, 0)
    }()
}
