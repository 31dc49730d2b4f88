// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import AgentFiles
import AgentInterface
@testable import AgentMachine
@testable import AgentMaintenance
import AgentMedia
import Foundation
import Glibc
import NotificationModel
import NotificationStore
import Testing
import Triggers

/// The parts of a diagnosis that need no bus, each with good and with bad findings.
@Suite struct DiagnosisTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "belfry-diagnosis-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test(arguments: [
        (["png", "jpeg", "gif", "webp", "svg", "xpm"], Finding.State.ok, "png, jpeg, gif, webp, svg"),
        (["png", "jpeg", "gif"], .note, "png, jpeg, gif; not webp, svg"),
        ([String](), .note, "none; not png, jpeg, gif, webp, svg"),
    ])
    func `the picture readers are listed`(formats: [String], state: Finding.State, value: String) {
        let finding = PictureDiagnosis.findings(formats: Set(formats))[0]
        #expect((finding.state, finding.value) == (state, value))
        #expect((finding.advice == nil) == (state == .ok))
    }

    @Test func `gdk-pixbuf reports the formats that it reads`() {
        // gdk-pixbuf can't be built without these formats.
        #expect(PictureFormats.readable().isSuperset(of: ["png", "jpeg"]))
    }

    @Test func `the zone and its source are reported`() async throws {
        try await withFolder { folder in
            func source(_ variable: String?) -> ZoneReader.Source {
                let environment = variable.map { ["TZ": $0] } ?? [:]
                return ZoneReader(environment: environment, folder: folder).source()
            }
            func state(_ source: ZoneReader.Source) -> Finding.State? {
                ZoneDiagnosis.findings(source: source, zone: .gmt).first { $0.name == "time.zone" }?.state
            }
            #expect(source(nil) == .none)
            #expect(state(.none) == .warning)
            try "Asia/Tokyo\n".write(toFile: folder + "/timezone", atomically: true, encoding: .utf8)
            #expect(source(nil) == .name(folder + "/timezone"))
            #expect(state(source(nil)) == .ok)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/localtime", withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
            #expect(source(nil) == .link(folder + "/localtime"))
            #expect(source("") == .variable("", isKnown: true))
            #expect(state(source(nil)) == .ok)
            for known in ["Asia/Tokyo", ":Asia/Tokyo", "CET-1CEST", "<+03>-3"] {
                #expect(source(known) == .variable(known, isKnown: true))
                #expect(state(source(known)) == .note)
            }
            #expect(source("Europe/Berlln") == .variable("Europe/Berlln", isKnown: false))
            #expect(state(source("Europe/Berlln")) == .warning)
            #expect(state(.testClock) == .note)
        }
    }

    @Test func `a file has another fingerprint after it was written, replaced or removed`() async throws {
        try await withFolder { folder in
            let file = folder + "/config.toml"
            let missing = FileMark(file)
            #expect(!missing.isThere && missing == FileMark(file))
            try "quota = 1".write(toFile: file, atomically: false, encoding: .utf8)
            let first = FileMark(file)
            #expect(first.isThere && first != missing && first == FileMark(file))
            try "quota = 11".write(toFile: file, atomically: false, encoding: .utf8)
            #expect(FileMark(file) != first)
            try FileManager.default.removeItem(atPath: file)
            #expect(FileMark(file) == missing)
        }
    }

    @Test func `a full disk is a problem`() {
        #expect(
            [0, 1023, 1024, 1 << 20, 5 << 40].map(StoreDiagnosis.size) == [
                "0 bytes", "1023 bytes", "1 KiB", "1 MiB", "5 TiB",
            ])
        #expect(StoreDiagnosis.state(free: 15 << 20) == .problem)
        #expect(StoreDiagnosis.state(free: 99 << 20) == .warning)
        #expect(StoreDiagnosis.state(free: 100 << 20) == .ok)
    }

    @Test func `a notification that waits for long although a server runs is a warning`() async throws {
        try await withFolder { folder in
            let store = try NotificationStore(at: folder)
            defer { store.close() }
            let request = Request(identifier: "tea", content: Content(title: "Tea"))
            func waiting(after seconds: Double, isServerThere: Bool) -> Finding? {
                StoreDiagnosis(
                    StoreHealth(folder: folder, check: false), isServerThere: isServerThere, now: Date() + seconds
                ).findings.first { $0.name == "store.waiting" }
            }
            #expect(waiting(after: 0, isServerThere: true) == nil)
            _ = try await store.add(
                [Addition(app: "a", request: request, due: .now, addedAt: Date(), quota: Quota(requests: 10))],
                atomically: true)
            #expect(waiting(after: 0, isServerThere: true)?.state == .note)
            #expect(waiting(after: 90_000, isServerThere: false)?.state == .note)
            #expect(waiting(after: 90_000, isServerThere: true)?.state == .warning)
            #expect(waiting(after: 90_000, isServerThere: true)?.value.hasSuffix("the oldest for 25 h") == true)
        }
    }

    @Test func `the person's folders are checked without an agent`() async throws {
        try await withFolder { folder in
            let paths = AgentPaths(
                state: folder + "/state", attachments: folder + "/attachments", configuration: folder + "/config.toml")
            var findings = FolderDiagnosis.findings(of: paths)
            #expect(Set(findings.map(\.group)) == ["time", "pictures", "settings", "store"])
            #expect(findings.allSatisfy { $0.state <= .warning })

            try "quota = -1".write(toFile: paths.configuration, atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: paths.state, withIntermediateDirectories: true)
            try Data("not a database, but long enough to be taken for one".utf8).write(to: URL(filePath: paths.store))
            findings = FolderDiagnosis.findings(of: paths)
            #expect(Set(findings.filter { $0.state == .problem }.map(\.name)) == ["settings.file", "store.file"])
            #expect(findings.allSatisfy { $0.state < .warning || $0.advice != nil })
        }
    }
}
