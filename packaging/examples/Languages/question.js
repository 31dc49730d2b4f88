#!/usr/bin/gjs -m
// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks a question in one second, and prints the identifier of the button that was pressed.
// Needs gjs.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const APP = 'example-gjs';
const loop = new GLib.MainLoop(null, false);
const bus = Gio.DBus.session;

// The object that receives the responses. Its return is the acknowledgement: after an
// exception the agent would keep the response, and deliver it again later.
const delegate = Gio.DBusExportedObject.wrapJSObject(
    `<node>
      <interface name="org.belfry.NotificationDelegate1">
        <method name="DidReceive"><arg name="response" type="a{sv}" direction="in"/></method>
      </interface>
    </node>`,
    {
        DidReceive(response) {
            print(response.actionIdentifier.deepUnpack());
            GLib.idle_add(GLib.PRIORITY_LOW, () => {
                bus.flush_sync(null);
                loop.quit();
                return GLib.SOURCE_REMOVE;
            });
        },
    });
delegate.export(bus, '/org/belfry/NotificationDelegate');

function call(method, type, ...values) {
    return bus.call_sync(
        'org.belfry.Agent', '/org/belfry/Agent', 'org.belfry.NotificationCenter1', method,
        new GLib.Variant(type, [APP, ...values]), null, Gio.DBusCallFlags.NONE, -1, null);
}

const text = value => new GLib.Variant('s', value);
const button = (identifier, title) => ({identifier: text(identifier), title: text(title)});

// From here on the agent delivers the application's responses to this connection.
call('Attach', '(sa{sv})', {});
call('Add', '(sa{sv})', {
    identifier: text('backup'),
    title: text('Back up?'),
    trigger: new GLib.Variant('a{sv}', {in: text('1s')}),
    actions: new GLib.Variant('aa{sv}', [button('yes', 'Yes'), button('no', 'No')]),
});
loop.run();
