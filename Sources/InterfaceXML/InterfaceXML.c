// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

#include "InterfaceXML.h"

// Swift needs 15 seconds and more to compile the bytes of the largest file as an array, and C needs none.

const char *belfry_notification_center_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.belfry.NotificationCenter1.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_notification_delegate_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.belfry.NotificationDelegate1.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_test_clock_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.belfry.TestClock1.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_notification_server_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.freedesktop.Notifications.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_push_connector_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.unifiedpush.Connector.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_push_distributor_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.unifiedpush.Distributor.xml" suffix(, 0)
    };
    return text;
}

const char *belfry_distributor_status_xml(void) {
    static const char text[] = {
#embed "../../dbus/org.belfry.Distributor1.xml" suffix(, 0)
    };
    return text;
}
