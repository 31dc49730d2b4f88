// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing
import Triggers

@testable import UserNotifications

/// The agent's errors as Apple's.
@Suite struct CenterErrorTests {
    private static func expected(_ code: Refusal.Code) -> UNError.Code {
        switch code {
        case .notAuthorized, .tooManyRequests, .storeUnavailable, .serverUnavailable: .notificationsNotAllowed
        case .invalidTrigger: .notificationInvalidNoDate
        case .invalidRequest, .contentTooLarge, .noSuchRequest: .notificationInvalidNoContent
        case .invalidAttachment: .attachmentInvalidURL
        }
    }

    @Test(arguments: Refusal.Code.allCases)
    func `37: every error has its code, and the agent's sentence`(_ code: Refusal.Code) {
        let error = UNError(Refusal(code, "the key, the value and the limit") as any Error)
        #expect(error.code == Self.expected(code))
        #expect(error.localizedDescription == "the key, the value and the limit")
        #expect(error.errorUserInfo["BelfryRefusal"] as? String == code.rawValue)
    }

    @Test(arguments: [
        ("attachments[0].url \"/a\" is not a picture", UNError.Code.attachmentUnrecognizedType),
        (
            "attachments[0].url \"/a\" is not what typeHint says, \"public.mp3\": it begins like a file of WAV",
            .attachmentUnrecognizedType
        ),
        ("attachments[0].url \"/a\" is not in a supported sound or film format: AIFF", .attachmentUnrecognizedType),
        ("attachments.url \"/a\" is 20971520 bytes; the limit is 10485760", .attachmentInvalidFileSize),
        ("attachments.url \"/a\" can't be opened: No such file or directory", .attachmentInvalidURL),
    ])
    func `34: errors of attachments have three codes`(_ sentence: String, _ code: UNError.Code) {
        #expect(UNError(Refusal(.invalidAttachment, sentence)).code == code)
    }

    @Test func `162: an error of the bus is an error of this module, too`() {
        let error = UNError(BusError.disconnected as any Error)
        #expect(error.code == .notificationsNotAllowed)
        #expect(error.localizedDescription.contains("can't be reached"))
        #expect(error.errorUserInfo["BelfryRefusal"] == nil)
    }

    // Each was reported as an unreachable agent.
    @Test(arguments: [
        (BusError.prefix + "AccessDenied", UNError.Code.notificationsNotAllowed),
        (BusError.prefix + "InvalidArgs", .notificationInvalidNoContent),
        (BusError.prefix + "UnknownMethod", .notificationsNotAllowed),
        ("org.belfry.Error.Failed", .notificationsNotAllowed),
        ("org.belfry.Error.OfANewerAgent", .notificationsNotAllowed),
    ])
    func `an error of the agent keeps its sentence and its name`(_ name: String, _ code: UNError.Code) {
        let error = UNError(BusError(name: name, message: "who may not do what") as any Error)
        #expect(error.code == code)
        #expect(error.localizedDescription == "who may not do what")
        #expect(error.errorUserInfo["BelfryRefusal"] as? String == name.split(separator: ".").last.map(String.init))
    }

    @Test(arguments: ["ServiceUnknown", "NoReply", "NoServer", "Disconnected", "Spawn.ChildExited", "LimitsExceeded"])
    func `without a reply there is no name of an error`(_ word: String) {
        let error = UNError(BusError(name: BusError.prefix + word, message: "nobody") as any Error)
        #expect(error.localizedDescription.contains("can't be reached"))
        #expect(error.errorUserInfo["BelfryRefusal"] == nil)
    }
}
