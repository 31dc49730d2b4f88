// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Apple's enumerations are open: a later system may have more cases, so that a switch may have a `default` beside all of them,
// and any number makes a value. Swift has this from C only; an enumeration of its own warns of a `default` that never comes.
#define OPEN_ENUMERATION(type, name)                                                                                          \
    enum __attribute__((enum_extensibility(open))) name : type;                                                               \
    typedef enum name name;                                                                                                   \
    enum __attribute__((enum_extensibility(open))) name : type

/// How alerts are shown.
OPEN_ENUMERATION(long, UNAlertStyle) {
    /// Not at all.
    UNAlertStyleNone = 0,
    /// They go away by themselves.
    UNAlertStyleBanner = 1,
    /// They stay until they are dismissed.
    UNAlertStyleAlert = 2,
};

/// Whether an application may notify.
OPEN_ENUMERATION(long, UNAuthorizationStatus) {
    /// Nobody has asked yet.
    UNAuthorizationStatusNotDetermined = 0,
    /// The person has refused.
    UNAuthorizationStatusDenied = 1,
    /// The person has allowed it.
    UNAuthorizationStatusAuthorized = 2,
    /// Quietly, on trial.
    UNAuthorizationStatusProvisional = 3,
    /// Of iOS's App Clips only; never on Linux.
    UNAuthorizationStatusEphemeral = 4,
};

/// Whether one kind of interaction is switched on.
OPEN_ENUMERATION(long, UNNotificationSetting) {
    /// The application doesn't have it, or never asked for it.
    UNNotificationSettingNotSupported = 0,
    /// Switched off.
    UNNotificationSettingDisabled = 1,
    /// Switched on.
    UNNotificationSettingEnabled = 2,
};

/// When a notification's text may be shown.
OPEN_ENUMERATION(long, UNShowPreviewsSetting) {
    /// Always.
    UNShowPreviewsSettingAlways = 0,
    /// When the session is unlocked.
    UNShowPreviewsSettingWhenAuthenticated = 1,
    /// Never.
    UNShowPreviewsSettingNever = 2,
};

/// How much a notification may interrupt.
OPEN_ENUMERATION(unsigned long, UNNotificationInterruptionLevel) {
    /// Listed only: no light, no sound.
    UNNotificationInterruptionLevelPassive = 0,
    /// Shown at once; the default.
    UNNotificationInterruptionLevelActive = 1,
    /// Shown at once, and stays until the person has seen it.
    UNNotificationInterruptionLevelTimeSensitive = 2,
    /// Shown at once, through do-not-disturb where the person allows it.
    UNNotificationInterruptionLevelCritical = 3,
};
