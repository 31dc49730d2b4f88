// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks a question in one second, and prints the identifier of the button that was pressed.
// Needs GLib:
//     cc question.c -o question $(pkg-config --cflags --libs gio-2.0)

#include <gio/gio.h>

static const char app[] = "example-c";
static GMainLoop *loop;

// Called for each method of the object that receives the responses. The reply is the
// acknowledgement: without it the agent keeps the response, and delivers it again later.
static void on_call(GDBusConnection *bus, const char *sender, const char *path,
    const char *interface, const char *method, GVariant *arguments,
    GDBusMethodInvocation *invocation, void *data)
{
    g_autoptr(GVariant) response = g_variant_get_child_value(arguments, 0);
    const char *action = NULL;
    g_variant_lookup(response, "actionIdentifier", "&s", &action);
    g_print("%s\n", action);
    g_dbus_method_invocation_return_value(invocation, NULL);
    g_dbus_connection_flush_sync(bus, NULL, NULL);
    g_main_loop_quit(loop);
}

static gboolean call(GDBusConnection *bus, const char *method, GVariant *arguments, GError **error)
{
    g_autoptr(GVariant) reply = g_dbus_connection_call_sync(bus, "org.belfry.Agent",
        "/org/belfry/Agent", "org.belfry.NotificationCenter1", method, arguments, NULL,
        G_DBUS_CALL_FLAGS_NONE, -1, NULL, error);
    return reply != NULL;
}

int main(void)
{
    static const GDBusInterfaceVTable delegate = {.method_call = on_call};
    g_autoptr(GError) error = NULL;
    g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml(
        "<node><interface name='org.belfry.NotificationDelegate1'>"
        "<method name='DidReceive'><arg name='response' type='a{sv}' direction='in'/></method>"
        "</interface></node>", &error);
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
    loop = g_main_loop_new(NULL, FALSE);

    // Attach makes the agent deliver the application's responses to this connection.
    if (bus == NULL
        || !g_dbus_connection_register_object(bus, "/org/belfry/NotificationDelegate",
            node->interfaces[0], &delegate, NULL, NULL, &error)
        || !call(bus, "Attach", g_variant_new_parsed("(%s, @a{sv} {})", app), &error)
        || !call(bus, "Add", g_variant_new_parsed("(%s, {"
            "'identifier': <'backup'>, 'title': <'Back up?'>, 'trigger': <{'in': <'1s'>}>,"
            "'actions': <[{'identifier': <'yes'>, 'title': <'Yes'>},"
            "{'identifier': <'no'>, 'title': <'No'>}]>})", app), &error)) {
        g_printerr("%s\n", error->message);
        return 1;
    }
    g_main_loop_run(loop);
    return 0;
}
