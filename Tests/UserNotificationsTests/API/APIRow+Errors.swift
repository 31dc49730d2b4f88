// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

extension APIRow {
    /// Uses of UNError, UNError.Code.
    static let rowsOfErrors: [APIRow] = [
        APIRow(
            "UNError",
            "struct UNError : Error (bridged NSError; CustomNSError, Hashable, Equatable)"
        ) {
            func check<T: CustomNSError & Hashable>(_: T.Type) {}
            check(UNError.self)
            let _: (UNError.Code, [String: Any]) -> UNError = UNError.init(_:userInfo:)
            let error = UNError(.badgeInputInvalid)
            let _: (UNError.Code, Int, [String: Any], [String: Any], String) =
                (error.code, error.errorCode, error.errorUserInfo, error.userInfo, error.localizedDescription)
            let _: String = UNError.errorDomain
            return nil
        },
        APIRow(
            "UNError.Code",
            "enum UNError.Code : Int"
        ) {
            func check<T: RawRepresentable & Sendable>(_: T.Type) where T.RawValue == Int {}
            check(UNError.Code.self)
            return nil
        },
        APIRow(
            "UNError.Code",
            "case notificationsNotAllowed"
        ) {
            let code: UNError.Code = UNError.notificationsNotAllowed
            #expect(code == UNError.Code.notificationsNotAllowed)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentInvalidURL"
        ) {
            let code: UNError.Code = UNError.attachmentInvalidURL
            #expect(code == UNError.Code.attachmentInvalidURL)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentUnrecognizedType"
        ) {
            let code: UNError.Code = UNError.attachmentUnrecognizedType
            #expect(code == UNError.Code.attachmentUnrecognizedType)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentInvalidFileSize"
        ) {
            let code: UNError.Code = UNError.attachmentInvalidFileSize
            #expect(code == UNError.Code.attachmentInvalidFileSize)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentNotInDataStore"
        ) {
            let code: UNError.Code = UNError.attachmentNotInDataStore
            #expect(code == UNError.Code.attachmentNotInDataStore)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentMoveIntoDataStoreFailed"
        ) {
            let code: UNError.Code = UNError.attachmentMoveIntoDataStoreFailed
            #expect(code == UNError.Code.attachmentMoveIntoDataStoreFailed)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case attachmentCorrupt"
        ) {
            let code: UNError.Code = UNError.attachmentCorrupt
            #expect(code == UNError.Code.attachmentCorrupt)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case notificationInvalidNoDate"
        ) {
            let code: UNError.Code = UNError.notificationInvalidNoDate
            #expect(code == UNError.Code.notificationInvalidNoDate)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case notificationInvalidNoContent"
        ) {
            let code: UNError.Code = UNError.notificationInvalidNoContent
            #expect(code == UNError.Code.notificationInvalidNoContent)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case contentProvidingObjectNotAllowed"
        ) {
            let code: UNError.Code = UNError.contentProvidingObjectNotAllowed
            #expect(code == UNError.Code.contentProvidingObjectNotAllowed)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case contentProvidingInvalid"
        ) {
            let code: UNError.Code = UNError.contentProvidingInvalid
            #expect(code == UNError.Code.contentProvidingInvalid)
            return "\(code.rawValue)"
        },
        APIRow(
            "UNError.Code",
            "case badgeInputInvalid"
        ) {
            let code: UNError.Code = UNError.badgeInputInvalid
            #expect(code == UNError.Code.badgeInputInvalid)
            return "\(code.rawValue)"
        },
    ]
}
