// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

import Foundation
import UserNotifications

enum AppError: Error { case notAllowed, other(Error) }

func report(_ error: Error?) -> String {
    guard let error = error else { return "ok" }
    let nsError = error as NSError
    if nsError.domain == UNErrorDomain && nsError.code == UNError.Code.notificationsNotAllowed.rawValue { return "no" }
    if (error as NSError).code == UNError.notificationsNotAllowed.rawValue { return "no" }
    if let unError = error as? UNError {
        switch unError.code {
        case .notificationsNotAllowed: return "no"
        case .attachmentInvalidURL, .attachmentUnrecognizedType, .attachmentInvalidFileSize,
            .attachmentNotInDataStore, .attachmentMoveIntoDataStoreFailed, .attachmentCorrupt:
            return "attachment"
        case .notificationInvalidNoDate, .notificationInvalidNoContent: return "invalid"
        case .contentProvidingObjectNotAllowed, .contentProvidingInvalid: return "provider"
        case .badgeInputInvalid: return "badge"
        @unknown default: return unError.localizedDescription
        }
    }
    return "\(error)"
}

func add(_ request: UNNotificationRequest) async throws {
    do {
        try await UNUserNotificationCenter.current().add(request)
    } catch UNError.notificationsNotAllowed {
        throw AppError.notAllowed
    } catch let error as UNError where error.code == .attachmentInvalidURL {
        print(error.errorCode, error.errorUserInfo)
    } catch {
        throw AppError.other(error)
    }
}

let mocked = UNError(.notificationsNotAllowed)
let made: Error = NSError(domain: UNErrorDomain, code: UNError.Code.badgeInputInvalid.rawValue, userInfo: nil)
let detailed = UNError(UNError.Code.attachmentCorrupt, userInfo: [NSLocalizedDescriptionKey: "corrupt"])
let same = UNError(.badgeInputInvalid) == UNError(.badgeInputInvalid)
