// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Apple's enumerations are open: a later system may have more cases, so that a switch may have a `default` beside all of them,
// and any number makes a value. Swift has this from C only; an enumeration of its own warns of a `default` that never comes.
#define OPEN_LOCATION_ENUMERATION(type, name)                                                                                 \
    enum __attribute__((enum_extensibility(open))) name : type;                                                               \
    typedef enum name name;                                                                                                   \
    enum __attribute__((enum_extensibility(open))) name : type

/// Whether an application may use the location.
OPEN_LOCATION_ENUMERATION(int, CLAuthorizationStatus) {
    /// The person has not decided yet.
    kCLAuthorizationStatusNotDetermined = 0,
    /// The application may not, and the person can't change that; never on Linux.
    kCLAuthorizationStatusRestricted = 1,
    /// The person has refused.
    kCLAuthorizationStatusDenied = 2,
    /// The person has allowed it, at any time.
    kCLAuthorizationStatusAuthorizedAlways = 3,
    /// The person has allowed it while the application is used; never on Linux, as on macOS.
    kCLAuthorizationStatusAuthorizedWhenInUse = 4,
};

/// How exact a position an application may have.
OPEN_LOCATION_ENUMERATION(long, CLAccuracyAuthorization) {
    /// As exact as it is known.
    CLAccuracyAuthorizationFullAccuracy = 0,
    /// To a few kilometres; never on Linux.
    CLAccuracyAuthorizationReducedAccuracy = 1,
};

/// The side of a region's border on which the machine is.
OPEN_LOCATION_ENUMERATION(long, CLRegionState) {
    /// It is not known.
    CLRegionStateUnknown = 0,
    /// Within the region.
    CLRegionStateInside = 1,
    /// Outside of the region.
    CLRegionStateOutside = 2,
};
