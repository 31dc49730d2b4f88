// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The accuracy of a position in metres.
public typealias CLLocationAccuracy = Double

/// A speed in metres per second.
public typealias CLLocationSpeed = Double

/// The accuracy of a speed in metres per second.
public typealias CLLocationSpeedAccuracy = Double

/// A direction in degrees, clockwise from the north.
public typealias CLLocationDirection = Double

/// The accuracy of a direction in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// The best accuracy, with the help of further sensors; on Linux, the same as ``kCLLocationAccuracyBest``.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy that the machine's sources have.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Accuracy of ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Accuracy of a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Accuracy of a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Accuracy of three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// The largest distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

/// A distance filter that lets each position pass.
public let kCLDistanceFilterNone: CLLocationDistance = -1
