// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NotificationModel
import Testing

/// The requested permissions of an application; the numbers are those of `un-behaviour.md`.
@Suite struct AuthorizationTests {
    private func authorization(_ requests: Set<AuthorizationOption>...) -> Authorization {
        var authorization = Authorization()
        for options in requests { authorization.ask(options) }
        return authorization
    }

    @Test func `L2: 23: the first decision on each option is kept, and later options wait`() {
        #expect(authorization([.badge], [.alert, .badge]).answers == [.badge: .granted, .alert: .later])
        #expect(authorization([.alert], [.alert]) == authorization([.alert]))
    }

    @Test func `L2: 17: a trial decides nothing, and takes no option away`() {
        let trial = authorization([.alert, .provisional])
        #expect(trial.isProvisional && trial.answers[.alert] == .provisional)
        #expect(authorization([.alert, .provisional], [.sound, .provisional]).answers[.sound] == .provisional)
        #expect(authorization([.alert, .provisional], [.sound]).answers == [.alert: .granted, .sound: .granted])
        #expect(!authorization([.alert], [.provisional]).isProvisional)
        #expect(authorization([.alert], [.sound, .provisional]).answers == [.alert: .granted, .sound: .later])
    }

    @Test func `L2: 22: options without an effect determine nothing`() {
        #expect(!authorization([]).isDetermined)
        #expect(!authorization([.timeSensitive, .announcement, .carPlay]).isDetermined)
        #expect(authorization([.timeSensitive], [.alert]).answers[.alert] == .granted)
    }

    @Test(arguments: [
        ("[\"badge\"]", false), ("[]", false), ("[\"alert\",\"sound\"]", false), ("[\"provisional\"]", true),
    ]) func `L2: authorizations that an earlier version stored keep their effect`(json: String, isTrial: Bool) throws {
        let read = try JSONDecoder().decode(Authorization.self, from: Data(json.utf8))

        let answer = isTrial ? Authorization.Answer.provisional : .granted
        for option in [AuthorizationOption.alert, .sound, .badge] { #expect(read.answers[option] == answer) }
        #expect(read.isDetermined && read.isProvisional == isTrial)
        #expect(try JSONDecoder().decode(Authorization.self, from: JSONEncoder().encode(read)) == read)
    }

    @Test(arguments: ["[\"alarm\"]", "{\"alarm\":\"granted\"}", "{\"alert\":\"maybe\"}", "3"])
    func `L2: unknown words are refused`(json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Authorization.self, from: Data(json.utf8)) }
    }
}
