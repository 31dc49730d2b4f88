// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// An error of this module.
///
/// `error as NSError` gives an error with the domain ``kCLErrorDomain``. Delegates always get this type.
public struct CLError: _BridgedStoredNSError {
    public let _nsError: NSError

    /// Creates an error from an `NSError` whose domain is ``kCLErrorDomain``; any other domain is a programming error.
    public init(_nsError error: NSError) { _nsError = error }

    /// Creates an error, with the default description of its code if `userInfo` has no description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let description: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
        self.init(
            _nsError: NSError(
                domain: kCLErrorDomain, code: code.rawValue, userInfo: description.merging(userInfo) { $1 }))
    }

    init(_ code: Code, reason: String) { self.init(code, userInfo: [NSLocalizedDescriptionKey: reason]) }

    public static var _nsErrorDomain: String { kCLErrorDomain }
    public static var errorDomain: String { kCLErrorDomain }
}

/// The domain of ``CLError``.
public let kCLErrorDomain: String = "kCLErrorDomain"

extension CLError {
    /// The kind of an error. Codes that this module never uses have Apple's numbers.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = CLError

        /// The machine's position is not known for now; location updates continue.
        case locationUnknown = 0
        /// The person has not allowed the application to use the location.
        case denied = 1
        /// The notification agent can't be reached.
        case network = 2
        /// An error that never occurs on Linux.
        case headingFailure = 3
        /// The person has not allowed the application to monitor regions.
        case regionMonitoringDenied = 4
        /// The region can't be monitored.
        case regionMonitoringFailure = 5
        /// The notification agent can't be reached; the monitoring of the region begins when the agent runs.
        case regionMonitoringSetupDelayed = 6
        /// An error that never occurs on Linux.
        case regionMonitoringResponseDelayed = 7
        /// An error that never occurs on Linux.
        case geocodeFoundNoResult = 8
        /// An error that never occurs on Linux.
        case geocodeFoundPartialResult = 9
        /// An error that never occurs on Linux.
        case geocodeCanceled = 10
        /// An error that never occurs on Linux.
        case deferredFailed = 11
        /// An error that never occurs on Linux.
        case deferredNotUpdatingLocation = 12
        /// An error that never occurs on Linux.
        case deferredAccuracyTooLow = 13
        /// An error that never occurs on Linux.
        case deferredDistanceFiltered = 14
        /// An error that never occurs on Linux.
        case deferredCanceled = 15
        /// An error that never occurs on Linux.
        case rangingUnavailable = 16
        /// An error that never occurs on Linux.
        case rangingFailure = 17
        /// An error that never occurs on Linux.
        case promptDeclined = 18
        /// An error that never occurs on Linux.
        case historicalLocationError = 19

        /// Default `localizedDescription` of the error.
        var sentence: String {
            switch self {
            case .locationUnknown: "The location is not known"
            case .denied: "The person has not allowed this application to use the location"
            case .network: "The notification agent can't be reached"
            case .regionMonitoringDenied: "The person has not allowed this application to monitor regions"
            case .regionMonitoringFailure: "The region can't be monitored"
            case .regionMonitoringSetupDelayed: "The region is not monitored yet"
            default: "Core Location error \(rawValue)"
            }
        }
    }

    // These properties are codes of this module under the names that Apple's `CLError` has.

    /// The machine's position is not known for now; location updates continue.
    public static var locationUnknown: CLError.Code { .locationUnknown }
    /// The person has not allowed the application to use the location.
    public static var denied: CLError.Code { .denied }
    /// The notification agent can't be reached.
    public static var network: CLError.Code { .network }
    /// The person has not allowed the application to monitor regions.
    public static var regionMonitoringDenied: CLError.Code { .regionMonitoringDenied }
    /// The region can't be monitored.
    public static var regionMonitoringFailure: CLError.Code { .regionMonitoringFailure }
    /// The region is not monitored yet.
    public static var regionMonitoringSetupDelayed: CLError.Code { .regionMonitoringSetupDelayed }
}
