// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentPrograms
import Foundation
import Glibc
import Testing

@Suite struct TrustedProgramTests {
    private func problem(_ path: String, person: UInt32 = getuid()) -> String? {
        do {
            _ = try TrustedProgram.check(path, person: person)
            return nil
        } catch {
            return error.text
        }
    }

    @Test(arguments: [0o755, 0o700, 0o555, 0o4755] as [mode_t])
    func `a program that only its owner can change is trusted`(mode: mode_t) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program(mode: mode)
        #expect(try TrustedProgram.check(path) == path)
    }

    @Test(
        arguments: [
            (0o775, "can be changed by other users"), (0o757, "can be changed by other users"),
            (0o644, "is not executable"),
        ] as [(mode_t, String)])
    func `a program that others can change or nobody can start is refused`(mode: mode_t, reason: String) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let path = try fixture.program(mode: mode)
        #expect(problem(path)?.hasPrefix(reason) == true)
    }

    @Test(arguments: [0o777, 0o775] as [mode_t])
    func `a program in a folder that others can change is refused`(mode: mode_t) throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        mkdir("\(fixture.folder)/open", 0o755)
        let path = try fixture.program("open/service")
        #expect(problem(path) == nil)

        chmod("\(fixture.folder)/open", mode)

        #expect(
            problem(path)
                == "can be changed by other users: \(fixture.folder)/open (chmod go-w \(fixture.folder)/open prevents it)"
        )
        #expect(problem("\(fixture.folder)/open/../open/service") != nil)
    }

    @Test func `a folder with the sticky bit may be open, as /tmp is`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        mkdir("\(fixture.folder)/open", 0o755)
        chmod("\(fixture.folder)/open", 0o1777)
        #expect(problem(try fixture.program("open/service")) == nil)
    }

    @Test func `links are followed, and the folders of their targets are checked`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let folder = fixture.folder
        mkdir("\(folder)/a", 0o755)
        let path = try fixture.program("a/service")
        symlink("a", "\(folder)/relative")
        symlink("\(folder)/relative/../relative/service", "\(folder)/absolute")
        #expect(try TrustedProgram.check("\(folder)/absolute") == path)

        chmod("\(folder)/a", 0o777)

        #expect(problem("\(folder)/absolute")?.hasPrefix("can be changed by other users: \(folder)/a (") == true)
    }

    @Test func `a link that leads nowhere or in a circle is refused`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        let folder = fixture.folder
        symlink("\(folder)/missing", "\(folder)/broken")
        symlink("\(folder)/two", "\(folder)/one")
        symlink("\(folder)/one", "\(folder)/two")
        #expect(problem("\(folder)/broken") == "doesn't exist")
        #expect(problem("\(folder)/one")?.hasPrefix("has a symbolic link that leads nowhere") == true)
    }

    @Test(.enabled(if: getuid() == 0))
    func `a program or a folder of another user is refused`() throws {
        let fixture = try DesktopFileFixture()
        defer { fixture.remove() }
        mkdir("\(fixture.folder)/other", 0o755)
        let path = try fixture.program("other/service")
        chown(path, 1234, 1234)
        #expect(problem(path) == "belongs to another user")
        chown(path, 0, 0)
        chown("\(fixture.folder)/other", 1234, 1234)
        #expect(problem(path) == "belongs to another user: \(fixture.folder)/other")
        // Root's programs are everybody's.
        #expect(problem("/bin/sh", person: 1234) == nil)
    }

    @Test(arguments: [
        ("/", "is not a regular file"), ("/usr/bin/", "is not a regular file"), ("/dev/null", "is not a regular file"),
        ("/nowhere/service", "doesn't exist"), ("/etc/passwd/x", "doesn't exist"), ("/etc/passwd", "is not executable"),
        ("bin/sh", "is not an absolute path"), ("", "is not an absolute path"), ("/bin/\u{301}sh", "doesn't exist"),
    ])
    func `a path that names no program is refused`(path: String, reason: String) {
        #expect(problem(path) == reason)
    }
}
