// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import SettingsFile

/// The settings of one push server: a table in `[servers]`.
///
///     engine = "nchan"                        # or "ntfy"
///     publish = "https://push.example.org/p/" # nchan: the address before a channel's name, to which providers post
///     subscribe = "https://push.example.org/s/" # nchan: the address before the channels' names, from which is read
///     channelsPerConnection = 180             # nchan: 1 to 255
///     url = "https://ntfy.sh"                 # ntfy: the server's address
///     ca = "/etc/ssl/own.pem"                 # certificates that are trusted besides the system's
///     token = "tk_..."                        # for the header Authorization; or both of:
///     user = "ann"
///     password = "..."
struct ServerSettings: SettingsTable {
    private var engine: PushServer.Engine?
    private var publish: String?
    private var subscribe: String?
    private var url: String?
    private var ca: String?
    private var token: String?
    private var user: String?
    private var password: String?
    private var channelsPerConnection: Int?

    static let keys: SettingsKeys<Self> = [
        "engine": { settings, value, name in
            guard let engine = value.string.flatMap(PushServer.Engine.init) else {
                let names = PushServer.Engine.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
                throw SettingsProblem("\(name)\(shown(value)) must be \(names)")
            }
            settings.engine = engine
        },
        "publish": { $0.publish = try address($1, $2) },
        "subscribe": { $0.subscribe = try address($1, $2) },
        "url": { $0.url = try address($1, $2) },
        "ca": { settings, value, name in
            guard let path = value.string, path.hasPrefix("/") else {
                throw SettingsProblem("\(name)\(shown(value)) must be the absolute path of a file with certificates")
            }
            guard access(path, R_OK) == 0 else {
                throw SettingsProblem(
                    "\(name) is \(path), which can't be read: \(String(cString: strerror(errno))); the sandbox of "
                        + "belfry-distributor.service hides home folders, see belfry-distributor(1)")
            }
            settings.ca = path
        },
        "token": { $0.token = try secret($1, $2) },
        "user": { settings, value, name in
            settings.user = try secret(value, name)
            guard settings.user?.contains(":") == false else { throw SettingsProblem("\(name) must have no colon") }
        },
        "password": { $0.password = try secret($1, $2) },
        "channelsPerConnection": { $0.channelsPerConnection = try number($1, $2, 1...255) },
    ]

    /// - Throws: ``SettingsProblem`` that names the key of an invalid or missing setting.
    func server(named name: String) throws -> PushServer {
        let table = "servers.\(name)"
        guard let engine else { throw SettingsProblem("\(table) needs the key engine: \"nchan\" or \"ntfy\"") }
        let (publish, subscribe): (String, String)
        switch engine {
        case .nchan:
            guard url == nil else { throw SettingsProblem("\(table).url is for ntfy; nchan has publish and subscribe") }
            guard let to = self.publish, let from = self.subscribe else {
                throw SettingsProblem("\(table) needs the keys publish and subscribe")
            }
            (publish, subscribe) = (to.hasSuffix("/") ? to : to + "/", from.hasSuffix("/") ? from : from + "/")
        case .ntfy:
            guard self.publish == nil, self.subscribe == nil, channelsPerConnection == nil else {
                throw SettingsProblem(
                    "\(table).publish, subscribe and channelsPerConnection are for nchan; ntfy has url")
            }
            guard let url else { throw SettingsProblem("\(table) needs the key url") }
            let plain = String(url.reversed().drop { $0 == "/" }.reversed())
            (publish, subscribe) = (plain, plain)
        }
        return PushServer(
            name: name, engine: engine, publish: publish, subscribe: subscribe, certificateAuthority: ca,
            authorization: try authorization(table),
            channelsPerConnection: channelsPerConnection ?? PushServer.defaultChannelsPerConnection)
    }

    private func authorization(_ table: String) throws -> String? {
        switch (token, user, password) {
        case (nil, nil, nil): return nil
        case (let token?, nil, nil): return "Bearer \(token)"
        case (nil, let user?, let password?):
            return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        default: throw SettingsProblem("\(table) must have either token, or both user and password")
        }
    }

    /// Largest address in bytes: an endpoint, which is an address and a channel, has at most 1000 bytes.
    private static let maximumAddressSize = 900

    private static func address(_ value: SettingsValue, _ key: String) throws -> String {
        guard let text = value.string, text.utf8.count <= maximumAddressSize,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}?#@".utf8.contains($0) }),
            let start = text.firstRange(of: "://")?.upperBound, !text[start...].prefix(while: { $0 != "/" }).isEmpty
        else {
            throw SettingsProblem(
                "\(key)\(shown(value)) must be an address such as \"https://push.example.org/\", of at most "
                    + "\(maximumAddressSize) bytes, without a user, a query or a fragment")
        }
        switch text[..<start].lowercased() {
        case "https://": return text
        case "http://" where isLoopback(text[start...].prefix { $0 != "/" }): return text
        case "http://":
            throw SettingsProblem("\(key)\(shown(value)) must begin with https://; http:// is for this machine only")
        default: throw SettingsProblem("\(key)\(shown(value)) must begin with https://")
        }
    }

    /// Largest number of characters of a value that an error quotes.
    private static let longestShown = 60

    /// Returns a value as an error quotes it behind its key; empty for a value that may contain a password or a token.
    private static func shown(_ value: SettingsValue) -> String {
        guard let text = value.string else { return value.int.map { " is \($0); it" } ?? "" }
        guard !text.utf8.contains(where: { "@?#".utf8.contains($0) || $0 < 0x20 || $0 == 0x7F }) else { return "" }
        let end = text.count > longestShown ? "…" : ""
        return " is \"\(text.prefix(longestShown))\(end)\"; it"
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        if authority.hasPrefix("[::1]") { return true }
        let host = authority.prefix { $0 != ":" }
        return host == "localhost" || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// Largest size in bytes of a token, a user or a password.
    private static let maximumSecretSize = 1000

    private static func secret(_ value: SettingsValue, _ key: String) throws -> String {
        guard let text = value.string, (1...maximumSecretSize).contains(text.utf8.count),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else {
            throw SettingsProblem(
                "\(key) must be a text of 1 to \(maximumSecretSize) bytes, without control characters")
        }
        return text
    }
}
