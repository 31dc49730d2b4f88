// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import PushDistributor
import SettingsFile
import TestSupport
import Testing

/// Reading `distributor.toml`.
@Suite struct DistributorConfigurationTests {
    private func read(_ toml: String) throws -> DistributorConfiguration {
        let folder = try temporaryFolder("distributor")
        let path = folder + "/distributor.toml"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try Data(toml.utf8).write(to: URL(filePath: path))
        return try DistributorConfiguration(contentsOf: path)
    }

    private static let nchan = """
        [servers.a]
        engine = "nchan"
        publish = "https://push.example.org/p/"
        subscribe = "https://push.example.org/s/"

        """
    private static let ntfy = """
        [servers.b]
        engine = "ntfy"
        url = "https://ntfy.example.org"

        """

    @Test func `without a file there is no server`() throws {
        #expect(try DistributorConfiguration(contentsOf: "/nowhere/distributor.toml").servers.isEmpty)
        #expect(try read("").servers.isEmpty)
    }

    @Test func `a server of each engine is read`() throws {
        let servers = try read(Self.nchan + "channelsPerConnection = 50\n" + Self.ntfy).servers
        #expect(servers.map(\.name) == ["a", "b"])
        #expect(servers.map(\.engine) == [.nchan, .ntfy])
        #expect(servers[0].publish == "https://push.example.org/p/")
        #expect(servers[0].subscribe == "https://push.example.org/s/")
        #expect(servers[0].channelsPerConnection == 50 && servers[1].channelsPerConnection == 180)
        #expect(servers[1].publish == "https://ntfy.example.org" && servers[1].subscribe == servers[1].publish)
        #expect(servers[0].authorization == nil && servers[0].certificateAuthority == nil)
    }

    @Test func `the slash at the end of an address makes no difference`() throws {
        let servers = try read(
            """
            [servers.a]
            engine = "nchan"
            publish = "http://127.0.0.1:8080/p"
            subscribe = "http://localhost/s"
            [servers.b]
            engine = "ntfy"
            url = "http://[::1]:80//"
            """
        ).servers
        #expect(servers[0].publish == "http://127.0.0.1:8080/p/" && servers[0].subscribe == "http://localhost/s/")
        #expect(servers[1].publish == "http://[::1]:80")
    }

    @Test func `the key server puts the server of new registrations first`() throws {
        #expect(try read("server = \"b\"\n" + Self.nchan + Self.ntfy).servers.map(\.name) == ["b", "a"])
    }

    @Test func `a token or a user becomes the header Authorization`() throws {
        #expect(try read(Self.ntfy + "token = \"tk_1\"").servers[0].authorization == "Bearer tk_1")
        #expect(
            try read(Self.ntfy + "user = \"ann\"\npassword = \"a b:c\"").servers[0].authorization
                == "Basic YW5uOmEgYjpj")
    }

    @Test(arguments: [
        ("server = \"c\"\n" + nchan, "server is \"c\", which is not in [servers]; there are \"a\""),
        ("server = 5", "server must be the name of a server"), ("servers = 5", "servers must be a table"),
        ("server = \"c\"", "no server is there"), ("[servers.a]", "servers.a needs the key engine"),
        ("[servers.a]\nengine = \"mqtt\"", "servers.a.engine is \"mqtt\"; it must be \"nchan\" or \"ntfy\""),
        ("[servers.a]\nengine = \"nchan\"", "servers.a needs the keys publish and subscribe"),
        ("[servers.a]\nengine = \"ntfy\"", "servers.a needs the key url"),
        (nchan + "url = \"https://x/\"", "servers.a.url is for ntfy"),
        (ntfy + "publish = \"https://x/\"", "servers.b.publish, subscribe and channelsPerConnection are for nchan"),
        (ntfy + "port = 5", "\"servers.b.port\" is not a key; known here are engine, publish"),
        (nchan + "channelsPerConnection = 256", "servers.a.channelsPerConnection must be a whole number from 1 to 255"),
        ("[servers.b]\nurl = \"http://ntfy.sh\"", "servers.b.url is \"http://ntfy.sh\"; it must begin with https://"),
        ("[servers.b]\nurl = \"http://127.0.0.1.example.org\"", "http:// is for this machine only"),
        ("[servers.b]\nurl = \"ftp://ntfy.sh\"", "servers.b.url is \"ftp://ntfy.sh\"; it must begin with https://"),
        ("[servers.b]\nurl = \"https://\"", "servers.b.url is \"https://\"; it must be an address such as"),
        ("[servers.b]\nurl = \"https://a@b/\"", "without a user, a query or a fragment"),
        ("[servers.b]\nurl = \"https://b/?x\"", "without a user, a query or a fragment"),
        ("[servers.b]\nurl = \"https://b/\\n\"", "servers.b.url must be an address such as"),
        ("[servers.b]\nurl = \"https://\(String(repeating: "b", count: 900))\"", "bbb…\"; it must be an address"),
        ("[servers.b]\nca = \"own.pem\"", "servers.b.ca is \"own.pem\"; it must be the absolute path"),
        ("[servers.b]\nca = \"/nowhere/own.pem\"", "servers.b.ca is /nowhere/own.pem, which can't be read"),
        (ntfy + "token = \"a\\nb\"", "servers.b.token must be a text of 1 to 1000 bytes, without control characters"),
        (ntfy + "token = \"\"", "servers.b.token must be a text"), (ntfy + "user = \"a:b\"", "user must have no colon"),
        (ntfy + "user = \"a\"", "servers.b must have either token, or both user and password"),
        (ntfy + "token = \"a\"\npassword = \"b\"", "servers.b must have either token"),
        ("[servers.\"\"]", "a name in servers must have 1 to 100 bytes"), ("[servers", ""), ("[!x]", "line 1"),
    ])
    func `an invalid setting is refused with its key and its limit`(toml: String, words: String) {
        do {
            _ = try read(toml)
            Issue.record("It was understood.")
        } catch let error as ConfigurationError {
            #expect(error.description.hasPrefix("/tmp/belfry-distributor-"))
            #expect(error.reason.contains(words), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `an error quotes no password`() {
        for line in ["password = \"hush\\u0007\"", "url = \"https://ann:hush@b/\"", "url = \"https://b/?auth=hush\""] {
            let error = #expect(throws: ConfigurationError.self) { try read("[servers.b]\nengine = \"ntfy\"\n" + line) }
            #expect(error?.description.contains("hush") == false)
        }
    }
}
