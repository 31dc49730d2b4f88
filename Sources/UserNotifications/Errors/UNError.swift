// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error of this module.
///
/// `error as NSError` gives an error with the domain ``UNErrorDomain``. The reverse, `error as? UNError` of an
/// `NSError`, is nil on Linux, but callbacks and throwing methods always use this type.
public struct UNError: _BridgedStoredNSError {
    public let _nsError: NSError

    /// Creates an error from an `NSError` whose domain is ``UNErrorDomain``; any other domain is a programming error.
    public init(_nsError error: NSError) { _nsError = error }

    /// Creates an error, with the default description of its code if `userInfo` has no description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let description: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
        self.init(
            _nsError: NSError(
                domain: UNErrorDomain, code: code.rawValue, userInfo: description.merging(userInfo) { $1 }))
    }

    init(_ code: Code, reason: String) { self.init(code, userInfo: [NSLocalizedDescriptionKey: reason]) }

    public static var _nsErrorDomain: String { UNErrorDomain }
    public static var errorDomain: String { UNErrorDomain }
}

/// The domain of ``UNError``.
public let UNErrorDomain: String = "UNErrorDomain"

extension UNError {
    /// The kind of an error.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = UNError

        /// The application has no permission to notify.
        case notificationsNotAllowed = 1
        /// The attachment's URL is not the URL of a readable file.
        case attachmentInvalidURL = 100
        /// The attachment is of an unknown or unsupported type.
        case attachmentUnrecognizedType = 101
        /// The attached file is too large.
        case attachmentInvalidFileSize = 102
        /// The attached file is not in the agent's attachment folder.
        case attachmentNotInDataStore = 103
        /// The attached file could not be copied into the agent's attachment folder.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attached file is corrupt.
        case attachmentCorrupt = 105
        /// The trigger never fires.
        case notificationInvalidNoDate = 1400
        /// The content is missing or can't be stored.
        case notificationInvalidNoContent = 1401
        /// The object must not provide content.
        case contentProvidingObjectNotAllowed = 1500
        /// The object that provides content is not valid.
        case contentProvidingInvalid = 1501
        /// The badge count is not valid.
        case badgeInputInvalid = 1600

        /// Default `localizedDescription` of the error.
        var sentence: String {
            switch self {
            case .notificationsNotAllowed: "Notifications are not allowed for this application"
            case .attachmentInvalidURL: "Invalid attachment file URL"
            case .attachmentUnrecognizedType: "Unrecognized attachment file type"
            case .attachmentInvalidFileSize: "Invalid attachment file size"
            case .attachmentNotInDataStore: "The attachment is not in the store"
            case .attachmentMoveIntoDataStoreFailed: "The attachment could not be copied into the store"
            case .attachmentCorrupt: "The attachment is corrupt"
            case .notificationInvalidNoDate: "The notification has no date"
            case .notificationInvalidNoContent: "The notification has no content"
            case .contentProvidingObjectNotAllowed: "The object may not provide content"
            case .contentProvidingInvalid: "The object that provides content is not valid"
            case .badgeInputInvalid: "The badge count is not valid"
            }
        }
    }

    // These properties are the same codes, under the names that Apple's `UNError` has.

    /// The application has no permission to notify.
    public static var notificationsNotAllowed: UNError.Code { .notificationsNotAllowed }
    /// The attachment's URL is not the URL of a readable file.
    public static var attachmentInvalidURL: UNError.Code { .attachmentInvalidURL }
    /// The attachment is of an unknown or unsupported type.
    public static var attachmentUnrecognizedType: UNError.Code { .attachmentUnrecognizedType }
    /// The attached file is too large.
    public static var attachmentInvalidFileSize: UNError.Code { .attachmentInvalidFileSize }
    /// The attached file is not in the agent's attachment folder.
    public static var attachmentNotInDataStore: UNError.Code { .attachmentNotInDataStore }
    /// The attached file could not be copied into the agent's attachment folder.
    public static var attachmentMoveIntoDataStoreFailed: UNError.Code { .attachmentMoveIntoDataStoreFailed }
    /// The attached file is corrupt.
    public static var attachmentCorrupt: UNError.Code { .attachmentCorrupt }
    /// The trigger never fires.
    public static var notificationInvalidNoDate: UNError.Code { .notificationInvalidNoDate }
    /// The content is missing or can't be stored.
    public static var notificationInvalidNoContent: UNError.Code { .notificationInvalidNoContent }
    /// The object must not provide content.
    public static var contentProvidingObjectNotAllowed: UNError.Code { .contentProvidingObjectNotAllowed }
    /// The object that provides content is not valid.
    public static var contentProvidingInvalid: UNError.Code { .contentProvidingInvalid }
    /// The badge count is not valid.
    public static var badgeInputInvalid: UNError.Code { .badgeInputInvalid }
}
