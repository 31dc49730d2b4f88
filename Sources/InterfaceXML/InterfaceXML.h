// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Each function returns the text of a file in the folder dbus, in UTF-8, with a zero byte at its end.
const char *belfry_notification_center_xml(void);
const char *belfry_notification_delegate_xml(void);
const char *belfry_test_clock_xml(void);
const char *belfry_notification_server_xml(void);
const char *belfry_push_connector_xml(void);
const char *belfry_push_distributor_xml(void);
const char *belfry_distributor_status_xml(void);
